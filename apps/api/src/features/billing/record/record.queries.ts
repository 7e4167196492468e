import type { UserId } from '@quorate/values/ids';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type {
  AdjustmentsTable,
  SubscriptionsTable,
  TransactionsTable,
} from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';

export type StoredSubscription = Selectable<SubscriptionsTable>;
export type StoredTransaction = Selectable<TransactionsTable>;
export type StoredAdjustment = Selectable<AdjustmentsTable>;

/**
 * News of the same things wait for one another until the transaction ends: of two that come at once,
 * each about a row that the other one needs, neither would see the other's. Name a subscription before
 * its bill, always, so that two never wait for each other.
 */
export async function takeTurns(tx: Db, ids: readonly (string | null)[]): Promise<void> {
  const named = ids.filter((id) => id !== null);
  const locks = named.map((id) => sql`pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
  if (locks.length > 0) await sql`select ${sql.join(locks)}`.execute(tx);
}

/** null for a user whose account is gone: what they bought is kept without them. */
export async function findExistingUser(tx: Db, userId: UserId): Promise<UserId | null> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    // Two subscriptions of one user are counted one after the other, and deleting the account waits.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user ? userId : null;
}

export async function findSubscriptionOwner(tx: Db, id: string): Promise<UserId | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const userId = row?.user_id ?? null;
  return userId === null ? null : findExistingUser(tx, userId as UserId);
}

export function findSubscription(tx: Db, id: string): Promise<StoredSubscription | undefined> {
  return tx.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertSubscription(
  tx: Db,
  row: Insertable<SubscriptionsTable>,
): Promise<void> {
  await tx.insertInto('subscriptions').values(row).execute();
}

export async function updateSubscription(
  tx: Db,
  id: string,
  change: Updateable<SubscriptionsTable>,
): Promise<void> {
  await tx.updateTable('subscriptions').set(change).where('id', '=', id).execute();
}

/** Subscriptions of a user that the provider may still bill, first begun first, without those being ended. */
export async function findLiving(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .where((row) =>
      row.or([row('cancel_requested', 'is', null), row('cancel_requested', '<>', 'now')]),
    )
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Bills that came before anybody knew whose subscription they are for. @returns them */
export function adoptTransactions(
  tx: Db,
  subscriptionId: string,
  userId: string,
): Promise<StoredTransaction[]> {
  return tx
    .updateTable('transactions')
    .set({ user_id: userId })
    .where('subscription_id', '=', subscriptionId)
    .where('user_id', 'is', null)
    .returningAll()
    .execute();
}

export function findTransaction(tx: Db, id: string): Promise<StoredTransaction | undefined> {
  return tx.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertTransaction(tx: Db, row: Insertable<TransactionsTable>): Promise<void> {
  await tx.insertInto('transactions').values(row).execute();
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

/** Bills of a subscription that were paid, the newest period first. */
export function findPaidBills(
  tx: Db,
  subscriptionId: string,
): Promise<{ id: string; amount: number; returned: number; period_end: Date | null }[]> {
  return tx
    .selectFrom('transactions')
    .select(['id', 'amount', 'returned', 'period_end'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', 'in', ['paid', 'completed'])
    .where('amount', '>', 0)
    .where('period_start', 'is not', null)
    .orderBy('period_start', 'desc')
    .orderBy('provider_created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findAdjustment(tx: Db, id: string): Promise<StoredAdjustment | undefined> {
  return tx.selectFrom('adjustments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertAdjustment(tx: Db, row: Insertable<AdjustmentsTable>): Promise<void> {
  await tx.insertInto('adjustments').values(row).execute();
}

export async function updateAdjustment(
  tx: Db,
  id: string,
  change: Updateable<AdjustmentsTable>,
): Promise<void> {
  await tx.updateTable('adjustments').set(change).where('id', '=', id).execute();
}

export function findAdjustments(tx: Db, transactionId: string): Promise<StoredAdjustment[]> {
  return tx
    .selectFrom('adjustments')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .execute();
}
