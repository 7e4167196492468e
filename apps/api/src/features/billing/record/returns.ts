import type { Db } from '../../../db/tables.ts';
import { queueTask } from '../provider-tasks.ts';
import {
  findAdjustments,
  findNewestPaid,
  isLiving,
  lockTransaction,
  setReturns,
} from './record.queries.ts';
import type { RecordDeps } from './recorded.ts';

/** Brings what a transaction says of its money in step with its adjustments, in whichever order they came. */
export async function settleReturns(
  deps: RecordDeps,
  tx: Db,
  transactionId: string,
): Promise<void> {
  const transaction = await lockTransaction(tx, transactionId);
  // The adjustment came first; its transaction will settle it.
  if (!transaction) return;
  const adjustments = await findAdjustments(tx, transactionId);
  if (adjustments.length === 0) return;
  const approved = adjustments.filter(({ status }) => status === 'approved');
  const sum = (action: string) =>
    approved.filter((each) => each.action === action).reduce((all, each) => all + each.amount, 0);
  const returned = Math.max(0, sum('refund') + sum('chargeback') - sum('chargeback_reverse'));
  const restored =
    sum('chargeback_reverse') > 0 ||
    adjustments.some(({ action, status }) => action === 'refund' && status === 'reversed');
  await setReturns(tx, transactionId, { returned, restored });
  if (transaction.subscription_id !== null)
    await cancelRevoked(deps, tx, transaction.subscription_id);
}

/**
 * A subscription whose newest paid bill was given back whole ends: access is gone by `entitlementsOf`, and
 * the provider is told, so that it bills no more.
 */
export async function cancelRevoked(
  { clock }: Pick<RecordDeps, 'clock'>,
  tx: Db,
  subscriptionId: string,
): Promise<void> {
  if (!(await isRevoked(tx, subscriptionId)) || !(await isLiving(tx, subscriptionId))) return;
  await queueTask(tx, clock, { kind: 'cancel_now', subject: subscriptionId });
}

/** Whether all the money of the newest paid bill went back. */
export async function isRevoked(tx: Db, subscriptionId: string): Promise<boolean> {
  const newest = await findNewestPaid(tx, subscriptionId);
  return newest !== undefined && newest.amount > 0 && newest.returned >= newest.amount;
}
