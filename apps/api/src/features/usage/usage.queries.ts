import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Entitlements } from '../../entitlements.ts';

type BillingCycle = Entitlements['cycle'];

export async function tokensUsed(db: Db, userId: UserId, cycle: BillingCycle): Promise<number> {
  const row = await db
    .selectFrom('token_usage')
    .select('tokens_used')
    .where('user_id', '=', userId)
    .where('period_start', '=', cycle.start)
    .executeTakeFirst();
  return row?.tokens_used ?? 0;
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
 * Takes tokens in one statement that checks and adds: however many calls run at once, their sum stays
 * within the limit.
 *
 * @param limit tokens of the cycle, or null when there is none
 * @returns what is used now, or null when the tokens do not fit
 */
export async function takeTokens(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  amount: { tokens: number; limit: number | null },
): Promise<number | null> {
  const row = await db
    .updateTable('token_usage')
    .set({ tokens_used: sql<number>`tokens_used + ${amount.tokens}` })
    .where('user_id', '=', userId)
    .where('period_start', '=', cycle.start)
    .$if(amount.limit !== null, (query) =>
      query.where(sql<boolean>`tokens_used + ${amount.tokens} <= ${amount.limit}`),
    )
    .returning('tokens_used')
    .executeTakeFirst();
  return row?.tokens_used ?? null;
}

/** Serialises what one user's calls do within a cycle until the transaction ends. */
export async function lockCycle(db: Db, userId: UserId, cycle: BillingCycle): Promise<void> {
  await db
    .selectFrom('token_usage')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('period_start', '=', cycle.start)
    .forUpdate()
    .executeTakeFirst();
}

export async function symbolsOfDay(db: Db, userId: UserId, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('symbol_usage')
    .select('symbol')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .orderBy('symbol')
    .execute();
  return rows.map((row) => row.symbol);
}

export async function addSymbolOfDay(
  db: Db,
  userId: UserId,
  day: string,
  symbol: string,
): Promise<void> {
  await db
    .insertInto('symbol_usage')
    .values({ user_id: userId, day, symbol })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
