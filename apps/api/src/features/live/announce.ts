import { LIVE_TOPICS, type LiveCounts, type LiveTopic } from '@quorate/contract/live';
import { sql } from 'kysely';
import { prepared, statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

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
export async function countUp(db: Db, userId: string, topic: LiveTopic): Promise<number> {
  const [row] = await COUNT_UP(db, [userId, topic]);
  return row?.count ?? 0;
}

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
