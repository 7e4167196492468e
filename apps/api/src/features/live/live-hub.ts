import type { Listen } from '../../db/database.ts';
import { LIVE_CHANNEL, type LiveNotice, parseNotices } from './announce.ts';

/** While nothing can be heard, everybody looks for himself this often. */
const DEAF_MS = 2_000;

/** @param notice null when something may have been missed: read it anew */
export type Heard = (notice: LiveNotice | null) => void;

export type LiveHub = Readonly<{
  /** @returns how to end it */
  subscribe(userId: string, heard: Heard): Promise<() => void>;
  close(): Promise<void>;
}>;

/**
 * One listening connection for all streams and waiting heartbeats of this process. It is opened for the
 * first of them. Where it breaks it is opened anew, and until then everybody is sent to look.
 */
export function createLiveHub(listen: Listen): LiveHub {
  const subscribers = new Map<string, Set<Heard>>();
  let listening: { stop(): Promise<void> } | null = null;
  let connecting: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function hear(payload: string): void {
    for (const notice of parseNotices(payload))
      for (const heard of subscribers.get(notice.userId) ?? []) heard(notice);
  }

  function lookAll(): void {
    for (const each of subscribers.values()) for (const heard of each) heard(null);
  }

  async function open(): Promise<void> {
    try {
      const opened = await listen(LIVE_CHANNEL, hear, () => {
        listening = null;
        tryAgainLater();
      });
      if (closed) return await opened.stop();
      listening = opened;
      lookAll();
    } catch {
      // The database is away; whoever calls meets the same fault, and is told.
      tryAgainLater();
    } finally {
      connecting = null;
    }
  }

  function tryAgainLater(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      lookAll();
      connecting ??= open();
    }, DEAF_MS);
    timer.unref();
  }

  return {
    async subscribe(userId, heard) {
      const those = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, those.add(heard));
      if (!listening) {
        connecting ??= open();
        await connecting;
      }
      return () => {
        those.delete(heard);
        if (those.size === 0 && subscribers.get(userId) === those) subscribers.delete(userId);
      };
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await listening?.stop();
    },
  };
}
