import type { UserId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import type { SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

/** Subscriptions that the provider may still bill: the one that counts for its user first, then doubles. */
export function findLiving(db: Db, userId: UserId): Promise<SubscriptionRow[]> {
  return living(db, userId).execute();
}

/** The same, with nobody else changing them until the transaction ends. */
export function lockLiving(tx: Db, userId: UserId): Promise<SubscriptionRow[]> {
  return living(tx, userId).forUpdate().execute();
}

function living(db: Db, userId: UserId) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .orderBy(sql`cancel_requested is not distinct from 'now'`)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc');
}

export async function findLastEnded(db: Db, userId: UserId): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'canceled')
    .orderBy(sql`coalesce(canceled_at, provider_updated_at)`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export async function setCancelRequest(
  tx: Db,
  id: string,
  asked: 'now' | 'period_end' | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      cancel_requested: asked,
      cancel_requested_at: asked === null ? null : sql`coalesce(cancel_requested_at, ${at})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Which of these still wait for the provider's word that they are cancelled. */
export async function countWaiting(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('cancel_requested', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
