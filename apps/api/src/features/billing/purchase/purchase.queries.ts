import type { UserId } from '@quorate/values/ids';
import type { Selectable } from 'kysely';
import type { TransactionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';

export type Sale = Pick<
  Selectable<TransactionsTable>,
  'user_id' | 'subscription_id' | 'plan_name' | 'amount' | 'returned' | 'granted_at'
>;

export async function findSale(db: Db, id: string): Promise<Sale | undefined> {
  return db
    .selectFrom('transactions')
    .select(['user_id', 'subscription_id', 'plan_name', 'amount', 'returned', 'granted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function isSubscriptionKnown(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The plan of a subscription that goes on being billed; null when there is none. One that was cancelled at
 * once has ended for its user, whether or not the provider has heard of it.
 */
export async function findRunningPlan(
  db: Db,
  userId: UserId,
): Promise<{ plan_name: string | null } | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('plan_name')
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .where('cancel_requested', 'is distinct from', 'now')
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
