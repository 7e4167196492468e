import type { UserId } from '@quorate/values/ids';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type {
  AdjustmentsTable,
  SubscriptionsTable,
  TransactionsTable,
} from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';

export type StoredSubscription = Selectable<SubscriptionsTable>;
export type StoredTransaction = Selectable<TransactionsTable>;

/** null for a user whose account is gone: what they bought is kept without them. */
export async function findExistingUser(tx: Db, userId: UserId): Promise<string | null> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    // Two subscriptions of one user are counted one after the other, and deleting the account waits.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user?.id ?? null;
}

export async function findSubscriptionOwner(tx: Db, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** @returns false when it is there already */
export async function insertSubscription(
  tx: Db,
  row: Insertable<SubscriptionsTable>,
): Promise<boolean> {
  const made = await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function lockSubscription(
  tx: Db,
  id: string,
): Promise<StoredSubscription | undefined> {
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSubscription(
  tx: Db,
  id: string,
  change: Updateable<SubscriptionsTable>,
): Promise<void> {
  await tx.updateTable('subscriptions').set(change).where('id', '=', id).execute();
}

/** Subscriptions of a user that the provider may still bill. */
export async function countLiving(tx: Db, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('subscriptions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function isLiving(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && row.status !== 'canceled';
}

/** Bills that came before anybody knew whose subscription they are for. */
export async function adoptTransactions(
  tx: Db,
  subscriptionId: string,
  userId: string,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ user_id: userId })
    .where('subscription_id', '=', subscriptionId)
    .where('user_id', 'is', null)
    .execute();
}

/** @returns false when it is there already */
export async function insertTransaction(
  tx: Db,
  row: Insertable<TransactionsTable>,
): Promise<boolean> {
  const made = await tx
    .insertInto('transactions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function lockTransaction(tx: Db, id: string): Promise<StoredTransaction | undefined> {
  return tx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateTransaction(
  tx: Db,
  id: string,
  change: Updateable<TransactionsTable>,
): Promise<void> {
  await tx.updateTable('transactions').set(change).where('id', '=', id).execute();
}

/** @returns whether it had not granted before */
export async function grantOnce(tx: Db, id: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('transactions')
    .set({ granted_at: at })
    .where('id', '=', id)
    .where('granted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setReturns(
  tx: Db,
  id: string,
  change: { returned: number; restored: boolean },
): Promise<void> {
  await tx.updateTable('transactions').set(change).where('id', '=', id).execute();
}

/** The newest bill of a subscription that was paid and is for a period. */
export async function findNewestPaid(
  tx: Db,
  subscriptionId: string,
): Promise<{ id: string; amount: number; returned: number } | undefined> {
  return tx
    .selectFrom('transactions')
    .select(['id', 'amount', 'returned'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', 'in', ['paid', 'completed'])
    .where('amount', '>', 0)
    .where('period_start', 'is not', null)
    .orderBy('period_start', 'desc')
    .orderBy('provider_created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** @returns false when it is there already */
export async function insertAdjustment(
  tx: Db,
  row: Insertable<AdjustmentsTable>,
): Promise<boolean> {
  const made = await tx
    .insertInto('adjustments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function lockAdjustment(
  tx: Db,
  id: string,
): Promise<Selectable<AdjustmentsTable> | undefined> {
  return tx
    .selectFrom('adjustments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateAdjustment(
  tx: Db,
  id: string,
  change: Updateable<AdjustmentsTable>,
): Promise<void> {
  await tx.updateTable('adjustments').set(change).where('id', '=', id).execute();
}

export function findAdjustments(
  tx: Db,
  transactionId: string,
): Promise<{ action: string; status: string; amount: number }[]> {
  return tx
    .selectFrom('adjustments')
    .select(['action', 'status', 'amount'])
    .where('transaction_id', '=', transactionId)
    .execute();
}
