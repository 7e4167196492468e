import type { Db } from '../../../db/tables.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { moneyInWords } from '../money-words.ts';
import {
  findAdjustments,
  findSubscription,
  type StoredAdjustment,
  type StoredTransaction,
} from '../record/record.queries.ts';
import { wouldRevoke } from '../record/returns.ts';
import { findTask } from '../record/task.queries.ts';

export type RefundOutlook = Readonly<{
  /** `asked`: the provider has not been told, or did not answer. `pending`: it decides. */
  state: 'none' | 'asked' | 'pending' | 'approved' | 'rejected';
  /** Why it cannot be given back; null: it can. */
  impossible: string | null;
  /** Whether its return ends the subscription and puts the user on Free. */
  endsPlan: boolean;
  /** What the provider last said to a refund that waits. */
  lastError: string | null;
}>;

/** How a bill stands with its money: whether it goes back, can go back, and what that does. */
export async function refundOutlook(
  { clock, provider }: Pick<BillingDeps, 'clock' | 'provider'>,
  db: Db,
  bill: StoredTransaction,
): Promise<RefundOutlook> {
  const adjustments = await findAdjustments(db, bill.id);
  const task = await findTask(db, { kind: 'refund_transaction', subject: bill.id });
  const subscription =
    bill.subscription_id === null ? undefined : await findSubscription(db, bill.subscription_id);
  const lasts = subscription ? subscription.status !== 'canceled' : bill.granted_at !== null;
  return {
    state: task ? 'asked' : stateOf(bill, adjustments),
    impossible: provider ? whyNot(bill, adjustments) : 'nothing is sold here at present.',
    endsPlan: lasts && (await wouldRevoke({ clock }, db, bill)),
    lastError: task?.last_error ?? null,
  };
}

/** Of several refunds, one that waits or was approved counts more than one that was rejected before. */
function stateOf(
  { amount, returned }: StoredTransaction,
  adjustments: readonly StoredAdjustment[],
): RefundOutlook['state'] {
  const refunds = adjustments.filter(({ action }) => action === 'refund');
  const has = (asked: string) => refunds.some(({ status }) => status === asked);
  if (has('pending_approval')) return 'pending';
  if (has('approved')) return returned >= amount ? 'approved' : 'none';
  return has('rejected') ? 'rejected' : 'none';
}

function whyNot(bill: StoredTransaction, adjustments: readonly StoredAdjustment[]): string | null {
  const { status, amount, returned, currency } = bill;
  if (status !== 'paid' && status !== 'completed')
    return `it is ${status}, and no money has been taken with it.`;
  if (amount <= 0) return 'nothing was charged with it.';
  if (returned >= amount) return 'all of it has gone back already.';
  if (adjustments.some(({ action }) => action.startsWith('chargeback')))
    return 'its buyer asked the bank for it (a chargeback). See to it in the provider’s dashboard.';
  return returned > 0
    ? `${moneyInWords(returned, currency)} of it have gone back already. Give the rest back in the provider’s dashboard.`
    : null;
}
