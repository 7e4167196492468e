import type { Db } from '../../../db/tables.ts';
import { queueTask } from '../../../process/tasks.ts';
import { noteRefund } from './notices.ts';
import {
  findAdjustments,
  findPaidBills,
  findSubscription,
  findTransaction,
  updateTransaction,
} from './record.queries.ts';
import type { RecordDeps } from './recorded.ts';

/** Brings what a bill says of its money in step with its adjustments, in whichever order they came. */
export async function settleReturns(
  deps: RecordDeps,
  tx: Db,
  bill: { id: string; subscription_id: string | null },
): Promise<void> {
  const adjustments = await findAdjustments(tx, bill.id);
  if (adjustments.length === 0) return;
  const approved = adjustments.filter(({ status }) => status === 'approved');
  const sum = (action: string) =>
    approved.filter((each) => each.action === action).reduce((all, each) => all + each.amount, 0);
  const returned = Math.max(0, sum('refund') + sum('chargeback') - sum('chargeback_reverse'));
  const restored =
    sum('chargeback_reverse') > 0 ||
    adjustments.some(({ action, status }) => action === 'refund' && status === 'reversed');
  await updateTransaction(tx, bill.id, { returned, restored });
  const stored = await findTransaction(tx, bill.id);
  for (const refund of approved.filter(({ action }) => action === 'refund'))
    if (stored) await noteRefund(deps, tx, stored, refund);
  if (bill.subscription_id !== null) await cancelRevoked(deps, tx, bill.subscription_id);
}

/**
 * A subscription whose money was given back ends: access is gone by `entitlementsOf`, and the provider is
 * told, so that it bills no more.
 */
export async function cancelRevoked(
  { clock }: Pick<RecordDeps, 'clock'>,
  tx: Db,
  subscriptionId: string,
): Promise<void> {
  if (!(await isRevoked({ clock }, tx, subscriptionId))) return;
  const subscription = await findSubscription(tx, subscriptionId);
  if (!subscription || subscription.status === 'canceled') return;
  await queueTask(tx, clock, { kind: 'cancel_now', subject: subscriptionId });
}

/**
 * Whether all the money went back of its newest paid bill, or of any for a period that still runs: those
 * are the bills whose return takes the plan away.
 */
export async function isRevoked(
  { clock }: Pick<RecordDeps, 'clock'>,
  tx: Db,
  subscriptionId: string,
): Promise<boolean> {
  const bills = await findEndingBills({ clock }, tx, subscriptionId);
  return bills.some(({ amount, returned }) => returned >= amount);
}

/** Whether the plan goes once all of this bill's money has gone back. */
export async function wouldRevoke(
  deps: Pick<RecordDeps, 'clock'>,
  tx: Db,
  bill: { id: string; subscription_id: string | null },
): Promise<boolean> {
  if (bill.subscription_id === null) return true;
  const bills = await findEndingBills(deps, tx, bill.subscription_id);
  return bills.some(({ id }) => id === bill.id);
}

/** Those whose return takes the plan away. */
async function findEndingBills(
  { clock }: Pick<RecordDeps, 'clock'>,
  tx: Db,
  subscriptionId: string,
) {
  const bills = await findPaidBills(tx, subscriptionId);
  return bills.filter(
    ({ period_end: end }, index) => index === 0 || (end !== null && end.getTime() > clock.now()),
  );
}
