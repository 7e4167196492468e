import type { Updateable } from 'kysely';
import type { SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { dropTask, queueTask } from '../../../process/tasks.ts';
import { findSubscription, type StoredSubscription, updateSubscription } from './record.queries.ts';
import type { RecordDeps } from './recorded.ts';
import type { ToldSubscription } from './subscription-row.ts';
import type { ToldTransaction } from './transaction-row.ts';

type Clocked = Pick<RecordDeps, 'clock'>;
type Request = Pick<Updateable<SubscriptionsTable>, 'cancel_requested' | 'cancel_requested_at'>;

/**
 * What becomes of an end that was asked for, now that the provider tells how the subscription stands. What
 * was asked for is done once the provider says so. In the half hour before a renewal it takes no
 * cancellation: a period that was begun after the end was asked for is nobody's wish, and ends at once.
 */
export async function settleRequest(
  deps: Clocked,
  tx: Db,
  before: StoredSubscription,
  told: ToldSubscription,
): Promise<Request> {
  const { cancel_requested: asked, cancel_requested_at: askedAt } = before;
  if (asked === null) return {};
  if (told.status === 'canceled') return { cancel_requested: null };
  if (asked === 'now') return {};
  if (askedAt && told.period_start && told.period_start > askedAt) {
    await queueEnd(deps, tx, told.id);
    return { cancel_requested: 'now' };
  }
  const isConfirmed = told.scheduled_action === 'cancel';
  return isConfirmed ? { cancel_requested: null, cancel_requested_at: null } : {};
}

/** Gives a renewal back that was charged after the end of its subscription had been asked for. */
export async function giveBackUnwanted(
  deps: Clocked,
  tx: Db,
  bill: ToldTransaction,
): Promise<void> {
  const { id, subscription_id: subscriptionId, status, origin, amount } = bill;
  const isPaid = status === 'paid' || status === 'completed';
  if (subscriptionId === null || !isPaid || amount === 0 || origin !== 'subscription_recurring')
    return;
  const subscription = await findSubscription(tx, subscriptionId);
  const askedAt = subscription?.cancel_requested_at;
  if (!askedAt || (bill.billed_at ?? bill.provider_created_at) <= askedAt) return;
  await queueTask(tx, deps.clock, { kind: 'refund_transaction', subject: id });
  if (subscription.status === 'canceled') return;
  await updateSubscription(tx, subscriptionId, { cancel_requested: 'now' });
  await queueEnd(deps, tx, subscriptionId);
}

async function queueEnd({ clock }: Clocked, tx: Db, subscriptionId: string): Promise<void> {
  await dropTask(tx, { kind: 'cancel_at_period_end', subject: subscriptionId });
  await queueTask(tx, clock, { kind: 'cancel_now', subject: subscriptionId });
}
