import { z } from 'zod';
import type { SellingDeps } from '../../billing.deps.ts';
import { PaymentsError } from '../../payments.ts';
import type { ProviderAdjustment } from '../../provider-entities.ts';
import { findTransaction } from '../record.queries.ts';
import { takeInAdjustment, takeInTransaction } from './take-in-fetched.ts';
import type { DoTask } from './task-result.ts';

const GIVES_BACK: readonly string[] = ['refund', 'chargeback'];
const REFUSALS_MAX = 10;
/** An operator's own words, as the provider is told them. */
const reasonOf = z.object({ reason: z.string().optional() });
const REASON = 'Charged for a subscription that was one too many, or cancelled before';

/** Gives all of a payment back, once: whether that was done is asked first, each time. */
export const refundTransaction: DoTask = async (deps, { subject, attempts, payload }) => {
  const { payments } = deps.provider;
  if (await isGivenBack(deps, subject)) return 'done';
  const transaction = await payments.findTransaction(subject);
  if (!transaction) {
    deps.log.error({ transaction: subject }, 'a payment to refund is not known to the provider');
    return 'done';
  }
  await takeInTransaction(deps, transaction);
  if (transaction.status === 'canceled' || transaction.total === 0) return 'done';
  if (transaction.status !== 'completed')
    return { later: `the transaction is ${transaction.status}` };
  try {
    await takeInAdjustment(
      deps,
      await payments.refundTransaction(subject, reasonOf.parse(payload).reason ?? REASON),
    );
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'refused') throw error;
    if (await isGivenBack(deps, subject)) return 'done';
    if (attempts < REFUSALS_MAX) return { later: `refused: ${error.code || error.message}` };
    deps.log.error(
      { transaction: subject, code: error.code },
      'a refund is refused for good: give this payment back by hand',
    );
    return 'done';
  }
};

async function isGivenBack(deps: SellingDeps, transactionId: string): Promise<boolean> {
  const adjustments = await deps.provider.payments.findAdjustments(transactionId);
  for (const adjustment of adjustments) await takeInAdjustment(deps, adjustment);
  const returns = adjustments.filter(isReturn);
  if (returns.length === 0) return false;
  const bill = await findTransaction(deps.db, transactionId);
  const returned = returns.reduce((sum, { total }) => sum + total, 0);
  if (bill && returned < bill.amount)
    // How much of the rest is meant to go back nobody but a person knows.
    deps.log.error(
      { transaction: transactionId, returned, amount: bill.amount, currency: bill.currency },
      'only a part of a payment has gone back: give the rest back by hand',
    );
  return true;
}

function isReturn({ action, status }: ProviderAdjustment): boolean {
  return GIVES_BACK.includes(action) && (status === 'approved' || status === 'pending_approval');
}
