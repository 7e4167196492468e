import type { LiveTopic } from '@quorate/contract/live';
import { afterCommit } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { countUp, type LiveNotice, sendNotices } from './announce.ts';

/** How long a notice waits for others to be sent with it; each statement is heard by every copy. */
const GATHER_MS = 40;

/** How long those wait that could not be sent. */
const AGAIN_MS = 1_000;

/** Users and topics that wait to be told; what is beyond is found by streams that look for themselves. */
const WAITING_MAX = 20_000;

/** Tells every copy of the service what has changed, once it is committed. */
export type Announcer = Readonly<{
  /**
   * Counts up what has changed as the last statement of the transaction that changes it, so that it waits
   * for no other row while it holds its own. It is told after the commit.
   *
   * @example await announce(tx, userId, 'trades')
   */
  announce(db: Db, userId: string, topic: LiveTopic): Promise<void>;
  /** Tells of what is counted and committed already. */
  tell(notice: LiveNotice): void;
  /** Sends what waits. */
  flush(): Promise<void>;
  /** Sends what waits, and nothing after it. */
  close(): Promise<void>;
}>;

/**
 * One statement carries what has gathered in some milliseconds, outside of any user's transaction:
 * PostgreSQL commits those that notify one after the other. A notice that is lost (killed after the commit,
 * database away) is made up for by the streams, which look for themselves.
 */
export function createAnnouncer({ db }: { db: Db }): Announcer {
  const waiting = new Map<string, LiveNotice>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  let closed = false;

  function keep(notice: LiveNotice): void {
    const key = `${notice.userId} ${notice.topic}`;
    const known = waiting.get(key);
    if (!known && waiting.size >= WAITING_MAX) return;
    waiting.set(key, { ...notice, count: Math.max(notice.count, known?.count ?? 0) });
  }

  function sendIn(ms: number): void {
    if (closed || timer || sending) return;
    timer = setTimeout(() => void flush(), ms);
    timer.unref();
  }

  /** @returns how long to wait before what has come meanwhile is sent */
  async function send(): Promise<number> {
    const notices = [...waiting.values()];
    waiting.clear();
    try {
      if (notices.length > 0) await sendNotices(db, notices);
      return GATHER_MS;
    } catch {
      // The database is away. Whoever changes something is told so; this is only the news of it.
      notices.forEach(keep);
      return AGAIN_MS;
    }
  }

  async function flush(): Promise<void> {
    await sending;
    clearTimeout(timer);
    timer = undefined;
    sending ??= send().then((ms) => {
      sending = null;
      if (waiting.size > 0) sendIn(ms);
    });
    await sending;
  }

  function tell(notice: LiveNotice): void {
    if (closed) return;
    keep(notice);
    sendIn(GATHER_MS);
  }

  return {
    async announce(inside, userId, topic) {
      const count = await countUp(inside, userId, topic);
      afterCommit(inside, () => tell({ userId, topic, count }));
    },
    tell,
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}
