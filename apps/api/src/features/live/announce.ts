import { LIVE_TOPICS, type LiveCounts, type LiveTopic } from '@quorate/contract/live';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** The channel on which the service's processes tell each other what changed. */
export const LIVE_CHANNEL = 'quorate_live';

/** A notice on the channel; `commands` is for bots that wait for one, and no topic of a stream. */
export type LiveNotice = Readonly<{ userId: string; topic: LiveTopic | 'commands'; count: number }>;

/**
 * Says that something of a user has changed. As the last statement of the transaction that changes it,
 * it is heard when, and only if, that is committed; and as the last it waits for no other row while it
 * holds its own.
 *
 * @example await announce(tx, userId, 'trades')
 */
export async function announce(db: Db, userId: string, topic: LiveTopic): Promise<void> {
  await sql`${prepared}
    with counted as (
      insert into live_counts (user_id, topic, count) values (${userId}, ${topic}, 1)
      on conflict (user_id, topic) do update set count = live_counts.count + 1
      returning count
    )
    select pg_notify(${LIVE_CHANNEL}, ${`${userId} ${topic} `}::text || count) from counted
  `.execute(db);
}

/** Wakes the heartbeats that wait for a command of this user. */
export async function announceCommand(db: Db, userId: string): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${`${userId} commands 0`}::text)`.execute(db);
}

/** @returns null for anything that is no notice of ours */
export function parseNotice(payload: string): LiveNotice | null {
  const [userId, name, digits] = payload.split(' ');
  const count = Number(digits);
  const topic = [...LIVE_TOPICS, 'commands' as const].find((known) => known === name);
  return userId && topic && Number.isSafeInteger(count) ? { userId, topic, count } : null;
}

export async function readLiveCounts(db: Db, userId: string): Promise<LiveCounts> {
  const rows = await db
    .selectFrom('live_counts')
    .select(['topic', 'count'])
    .where('user_id', '=', userId)
    .execute();
  const countOf = (topic: LiveTopic) => rows.find((row) => row.topic === topic)?.count ?? 0;
  return { trades: countOf('trades'), usage: countOf('usage'), bots: countOf('bots') };
}
