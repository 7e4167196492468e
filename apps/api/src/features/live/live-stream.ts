import { Readable } from 'node:stream';
import { LIVE_TOPICS, type LiveCounts, liveEventId } from '@quorate/contract/live-stream';
import type { Listen } from '../../db/database.ts';
import { LIVE_CHANNEL, type LiveNotice, parseNotices } from '../../process/announcer.ts';

/**
 * Proxies drop a connection on which nothing comes. At the same time it is noticed what was stored without a
 * notice: its sender was killed, or the notice was lost.
 */
const BEAT_MS = 15_000;

type LiveStreamDeps = Readonly<{
  hub: LiveHub;
  readCounts(userId: string): Promise<LiveCounts>;
  /** Calls when the session that asked has ended; returns how to stop that. */
  watchSession(ended: () => void): () => void;
}>;

/**
 * The events of one browser. An event says which topics have changed, not what they are by now, so that a
 * reader who is slow gets fewer events and never a longer queue.
 *
 * @param since what the reader has seen already; null for one who has just read everything
 */
export async function openLiveStream(
  deps: LiveStreamDeps,
  userId: string,
  since: LiveCounts | null,
): Promise<Readable> {
  let sent = since;
  let known: LiveCounts | null = null;
  /** What was heard before the counts were read counts, too. */
  let heard: LiveCounts = { trades: 0, usage: 0, bots: 0, setup: 0 };
  let mayPush = true;
  let leave = () => {};
  let unwatch = () => {};
  const stream = new Readable({
    read() {
      mayPush = true;
      tell();
    },
    destroy(error, done) {
      clearInterval(beat);
      leave();
      unwatch();
      done(error);
    },
  });
  const beat = setInterval(() => {
    stillHere().catch(end);
  }, BEAT_MS);

  function push(text: string): void {
    if (mayPush && !stream.readableEnded && !stream.destroyed) mayPush = stream.push(text);
  }

  /** Whatever the reason, the reader comes back, and is told if there is one to tell. */
  function end(): void {
    if (!stream.destroyed) stream.push(null);
    clearInterval(beat);
    leave();
    unwatch();
  }

  function tell(): void {
    if (!known || !mayPush) return;
    const counts = highest(known, heard);
    const before = sent ?? counts;
    const changed = LIVE_TOPICS.filter((topic) => counts[topic] !== before[topic]);
    if (sent && changed.length === 0) return;
    sent = counts;
    const data = JSON.stringify({ counts, changed });
    push(`event: changed\nid: ${liveEventId(counts)}\ndata: ${data}\n\n`);
  }

  async function stillHere(): Promise<void> {
    push(': still here\n\n');
    await look();
  }

  async function look(): Promise<void> {
    known = await deps.readCounts(userId);
    tell();
  }

  try {
    leave = await deps.hub.subscribe(userId, (notice) => {
      if (notice === null) look().catch(end);
      else if (notice.topic !== 'commands') {
        heard = { ...heard, [notice.topic]: Math.max(heard[notice.topic], notice.count) };
        tell();
      }
    });
    unwatch = deps.watchSession(end);
    push(': open\n\n');
    await look();
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function highest(a: LiveCounts, b: LiveCounts): LiveCounts {
  return {
    trades: Math.max(a.trades, b.trades),
    usage: Math.max(a.usage, b.usage),
    bots: Math.max(a.bots, b.bots),
    setup: Math.max(a.setup, b.setup),
  };
}

/** While nothing can be heard, everybody looks for himself this often. */
const DEAF_MS = 2_000;

/** @param notice null when something may have been missed: read it again */
type Heard = (notice: LiveNotice | null) => void;

export type LiveHub = Readonly<{
  /** @returns how to end it */
  subscribe(userId: string, heard: Heard): Promise<() => void>;
  close(): Promise<void>;
}>;

/**
 * One listening connection for all streams and waiting heartbeats of this process. It is opened for the
 * first of them. Where it breaks it is opened again, and until then everybody is sent to look.
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

/** A session that ended is noticed within this and the time of one statement. */
const LOOK_EVERY_MS = 400;
/** Streams end when nothing could be looked up for so long: nobody knows any more whose they are. */
const BLIND_MS = 15_000;

type SessionWatch = Readonly<{
  /** @returns how to end it */
  watch(tokenHash: string, ended: () => void): () => void;
  close(): void;
}>;

/**
 * Notices the end of sessions that streams hang on, whatever ended them: a sign-out on any copy of the service,
 * a reset, an operator, the clock, a row that was deleted. One statement looks for all streams of this copy;
 * while there are none, it does not look.
 *
 * @param findLive those of the given sessions that have neither ended nor expired
 */
export function createSessionWatch(
  findLive: (tokenHashes: readonly string[]) => Promise<ReadonlySet<string>>,
): SessionWatch {
  const watched = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let sawAt = 0;
  let closed = false;

  async function look(): Promise<void> {
    const tokenHashes = [...watched.keys()];
    try {
      const live = await findLive(tokenHashes);
      sawAt = performance.now();
      for (const tokenHash of tokenHashes) if (!live.has(tokenHash)) endAll(tokenHash);
    } catch {
      // The database is away, and so is everything that a stream could tell.
      if (performance.now() - sawAt > BLIND_MS) for (const each of tokenHashes) endAll(each);
    }
    timer = undefined;
    lookSoon();
  }

  function lookSoon(): void {
    if (closed || timer || watched.size === 0) return;
    timer = setTimeout(look, LOOK_EVERY_MS).unref();
  }

  function endAll(tokenHash: string): void {
    const those = watched.get(tokenHash) ?? [];
    watched.delete(tokenHash);
    for (const ended of those) ended();
  }

  return {
    watch(tokenHash, ended) {
      const those = watched.get(tokenHash) ?? new Set();
      if (watched.size === 0) sawAt = performance.now();
      watched.set(tokenHash, those.add(ended));
      lookSoon();
      return () => {
        those.delete(ended);
        if (those.size === 0 && watched.get(tokenHash) === those) watched.delete(tokenHash);
      };
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
