import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import { dropTask, queueTask } from '../provider-tasks.ts';
import { takeInSubscription } from '../record/tasks/take-in-fetched.ts';
import { keptWords } from './change-words.ts';
import type { Changed } from './changed.ts';
import { expectAnswer, OUTCOME_MS, unreachable } from './provider-answer.ts';
import { findLiving, lockLiving, setCancelRequest } from './subscription.queries.ts';
import { subscriptionView } from './subscription-view.ts';

/**
 * Takes a cancellation at the period's end back, whether the provider knows of it or has still to be told.
 *
 * @throws AppError no_subscription, also for one that was cancelled at once; subscription_locked;
 * payments_unreachable
 */
export async function keepSubscription(deps: BillingDeps, userId: UserId): Promise<Changed> {
  const cancelled = await inTransaction(deps.db, (tx) => dropRequest(deps, tx, userId));
  if (cancelled) await expectAnswer(keepAtProvider(deps, cancelled));
  const [row] = await findLiving(deps.db, userId);
  if (!row) throw new AppError('no_subscription');
  return { status: 'done', message: keptWords(row), subscription: subscriptionView(row) };
}

/** @returns the subscription to be kept at the provider; null when it is not cancelled */
async function dropRequest({ clock }: BillingDeps, tx: Db, userId: UserId): Promise<string | null> {
  const [row] = await lockLiving(tx, userId);
  if (!row || row.cancel_requested === 'now') throw new AppError('no_subscription');
  if (row.cancel_requested === 'period_end') {
    await setCancelRequest(tx, row.id, null, new Date(clock.now()));
    await dropTask(tx, { kind: 'cancel_at_period_end', subject: row.id });
  }
  // The provider may have been told of a request that is dropped here, and only its answer was lost.
  if (row.scheduled_action !== 'cancel' && row.cancel_requested === null) return null;
  // Written down before it is asked: whatever becomes of the asking, this brings its outcome.
  await queueTask(tx, clock, { kind: 'fetch_subscription', subject: row.id }, OUTCOME_MS);
  return row.id;
}

async function keepAtProvider(deps: BillingDeps, id: string): Promise<void> {
  const { provider } = deps;
  if (!provider) throw unreachable();
  const { payments } = provider;
  const told = await payments.keepSubscription(id).catch(async (error: unknown) => {
    if (!(error instanceof PaymentsError) || error.code !== 'subscription_locked_renewal')
      throw error;
    // Locked around a renewal: nothing is to be taken back where nothing could be told before either.
    const current = await payments.findSubscription(id);
    if (current && current.scheduledChange?.action !== 'cancel') return current;
    throw new AppError('subscription_locked', { cause: error });
  });
  await takeInSubscription({ ...deps, provider }, told);
}
