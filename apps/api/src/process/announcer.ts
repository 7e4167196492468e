import { LIVE_TOPICS, type LiveCounts, type LiveTopic } from '@quorate/contract/live-stream';
import { sql } from 'kysely';
import { afterCommit } from '../db/in-transaction.ts';
import { prepared, statement } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

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
  /** The same of many users in one statement. */
  announceAll(db: Db, userIds: readonly string[], topic: LiveTopic): Promise<void>;
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
    async announceAll(inside, userIds, topic) {
      const counts = await COUNT_UP_ALL(inside, [userIds, topic]);
      afterCommit(inside, () => {
        for (const { user_id: userId, count } of counts) tell({ userId, topic, count });
      });
    },
    tell,
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}

/** The channel on which the service's processes tell each other what changed. */
export const LIVE_CHANNEL = 'quorate_live';

/** A notice on the channel; `commands` is for bots that wait for one, and no topic of a stream. */
export type LiveNotice = Readonly<{ userId: string; topic: LiveTopic | 'commands'; count: number }>;

/** PostgreSQL takes no longer payload. */
const PAYLOAD_BYTES_MAX = 7_999;

const COUNT_UP = statement<{ count: number }>(`
  insert into live_counts (user_id, topic, count) values ($1, $2, 1)
  on conflict (user_id, topic) do update set count = live_counts.count + 1
  returning count
`);

/** @returns how often it has changed by now */
async function countUp(db: Db, userId: string, topic: LiveTopic): Promise<number> {
  const [row] = await COUNT_UP(db, [userId, topic]);
  return row?.count ?? 0;
}

const COUNT_UP_ALL = statement<{ user_id: string; count: number }>(`
  insert into live_counts (user_id, topic, count)
  select distinct user_id, $2, 1 from unnest($1::uuid[]) as user_id order by user_id
  on conflict (user_id, topic) do update set count = live_counts.count + 1
  returning user_id, count
`);

/** Tells every copy of the service, in one statement. */
export async function sendNotices(db: Db, notices: readonly LiveNotice[]): Promise<void> {
  const payloads = toPayloads(notices);
  await sql`${prepared}
    select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload
  `.execute(db);
}

/**
 * Wakes the heartbeats that wait for a command of this user. Within the transaction that gives it, so that
 * it is heard when, and only if, that is committed: commands are few, and none may be late.
 */
export async function announceCommand(db: Db, userId: string): Promise<void> {
  const payloads = toPayloads([{ userId, topic: 'commands', count: 0 }]);
  await sql`select pg_notify(${LIVE_CHANNEL}, ${payloads[0]}::text)`.execute(db);
}

/** A line for each notice, as many in a payload as it takes. */
export function toPayloads(notices: readonly LiveNotice[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const { userId, topic, count } of notices) {
    const line = `${userId} ${topic} ${count}`;
    // Ids, topics and digits are of one byte each.
    if (payload.length + 1 + line.length > PAYLOAD_BYTES_MAX) {
      payloads.push(payload);
      payload = '';
    }
    payload += payload === '' ? line : `\n${line}`;
  }
  return payload === '' ? payloads : [...payloads, payload];
}

/** @returns none for anything that is no notice of ours */
export function parseNotices(payload: string): LiveNotice[] {
  return payload.split('\n').flatMap((line) => {
    const [userId, name, digits] = line.split(' ');
    const count = Number(digits);
    const topic = [...LIVE_TOPICS, 'commands' as const].find((known) => known === name);
    return userId && topic && Number.isSafeInteger(count) ? [{ userId, topic, count }] : [];
  });
}

export async function readLiveCounts(db: Db, userId: string): Promise<LiveCounts> {
  const rows = await db
    .selectFrom('live_counts')
    .select(['topic', 'count'])
    .where('user_id', '=', userId)
    .execute();
  const countOf = (topic: LiveTopic) => rows.find((row) => row.topic === topic)?.count ?? 0;
  return {
    trades: countOf('trades'),
    usage: countOf('usage'),
    bots: countOf('bots'),
    setup: countOf('setup'),
  };
}
