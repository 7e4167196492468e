import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';

/** Held by every batch that stores trades: sums of a user are begun while none is under way. */
export async function lockToStore(tx: Db, userId: string): Promise<void> {
  await sql`select ${storeLock(userId)}`.execute(tx);
}

/** The same for a statement that selects something beside it, which saves a batch a round trip. */
export function storeLock(userId: string): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(hashtextextended(${`trades ${userId}`}, 0))`;
}

export async function lockToBegin(tx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`trades ${userId}`}, 0))`.execute(tx);
}

/** One process refreshes a user's days at a time: two that summed up the same month would each miss the other's day. */
export async function lockToRefresh(tx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cells ${userId}`}, 0))`.execute(tx);
}
