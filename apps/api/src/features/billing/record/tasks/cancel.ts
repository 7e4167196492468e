import type { SellingDeps } from '../../billing.deps.ts';
import { PaymentsError } from '../../payments.ts';
import { findSubscription, type StoredSubscription } from '../record.queries.ts';
import { isRevoked } from '../returns.ts';
import { refetch } from './fetch.ts';
import { takeInSubscription } from './take-in-fetched.ts';
import type { DoTask, TaskResult } from './task-result.ts';

export const cancelNow: DoTask = async (deps, { subject }) => {
  const known = await findSubscription(deps.db, subject);
  if (!known || known.status === 'canceled' || !(await isStillWanted(deps, known))) return 'done';
  return cancel(deps, subject, 'immediately');
};

export const cancelAtPeriodEnd: DoTask = async (deps, { subject }) => {
  const known = await findSubscription(deps.db, subject);
  if (known?.status === 'canceled' || known?.cancel_requested !== 'period_end') return 'done';
  return cancel(deps, subject, 'next_billing_period');
};

/** A chargeback may have been won since, or the cancellation taken back. */
async function isStillWanted(
  deps: SellingDeps,
  { id, user_id, cancel_requested }: StoredSubscription,
): Promise<boolean> {
  return cancel_requested === 'now' || user_id === null || (await isRevoked(deps, deps.db, id));
}

async function cancel(
  deps: SellingDeps,
  id: string,
  effective: 'immediately' | 'next_billing_period',
): Promise<TaskResult> {
  try {
    await takeInSubscription(deps, await deps.provider.payments.cancelSubscription(id, effective));
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'refused') throw error;
    // Done before, as with an answer that was lost; locked around a renewal; or not theirs at all.
    const subscription = await refetch(deps, id);
    if (!subscription) {
      deps.log.error(
        { subscription: id, code: error.code },
        'a subscription cannot be cancelled: the payment provider does not know it',
      );
      return 'done';
    }
    const isPlanned = subscription.scheduledChange?.action === 'cancel';
    if (subscription.status === 'canceled') return 'done';
    if (effective === 'next_billing_period' && isPlanned) return 'done';
    return { later: `refused: ${error.code || error.message}` };
  }
}
