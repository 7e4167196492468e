import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Entitlements } from '../../entitlements.ts';

type BillingCycle = Entitlements['cycle'];

/** Tokens of a cycle: what was used, and what calls that are under way have reserved. */
export type TokenCount = { used: number; reserved: number };

/** In one statement: a call that is settled meanwhile counts as used or as reserved, never twice or not at all. */
export async function countTokensOfCycle(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  now: Date,
): Promise<TokenCount> {
  const { rows } = await sql<TokenCount>`
    select
      coalesce((
        select tokens_used from token_usage where user_id = ${userId} and period_start = ${cycle.start}
      ), 0)::bigint as used,
      coalesce((
        select sum(tokens) from token_reservations
        where user_id = ${userId} and period_start = ${cycle.start} and expires_at > ${now}
      ), 0)::bigint as reserved
  `.execute(db);
  return rows[0] ?? { used: 0, reserved: 0 };
}

/** Makes the cycle's row if it is the first call of the cycle. */
export async function openCycle(db: Db, userId: UserId, cycle: BillingCycle): Promise<void> {
  await db
    .insertInto('token_usage')
    .values({ user_id: userId, period_start: cycle.start, period_end: cycle.end, tokens_used: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Serialises what one user's calls do within a cycle until the transaction ends.
 *
 * @returns false when the cycle has no row yet, and nothing is locked
 */
export async function lockCycle(db: Db, userId: UserId, cycle: BillingCycle): Promise<boolean> {
  const row = await db
    .selectFrom('token_usage')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('period_start', '=', cycle.start)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function addTokens(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  tokens: number,
): Promise<void> {
  await db
    .updateTable('token_usage')
    .set({ tokens_used: sql<number>`tokens_used + ${tokens}::bigint` })
    .where('user_id', '=', userId)
    .where('period_start', '=', cycle.start)
    .execute();
}

export async function insertReservation(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  reservation: { id: string; tokens: number; expiresAt: Date },
): Promise<void> {
  const { id, tokens, expiresAt: expires_at } = reservation;
  await db
    .insertInto('token_reservations')
    .values({ id, user_id: userId, period_start: cycle.start, tokens, expires_at })
    .execute();
}

/** Removes one, and whatever calls that died have left behind. */
export async function deleteReservation(
  db: Db,
  userId: UserId,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('token_reservations')
    .where('user_id', '=', userId)
    .where((row) => row.or([row('id', '=', id), row('expires_at', '<=', now)]))
    .execute();
}
