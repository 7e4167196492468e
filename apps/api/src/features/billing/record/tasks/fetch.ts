import type { SellingDeps } from '../../billing.deps.ts';
import type { ProviderSubscription, TransactionStatus } from '../../provider-entities.ts';
import { takeInAdjustment, takeInSubscription, takeInTransaction } from './take-in-fetched.ts';
import type { DoTask } from './task-result.ts';

const ASKED_DAYS = 3;
const DAY_MS = 86_400_000;

/** A sale in one of these goes on by itself within moments, or was left by its buyer. */
const UNDER_WAY: readonly TransactionStatus[] = ['draft', 'ready', 'billed', 'paid'];

/** Asks how a transaction stands, with its subscription and the money that went back for it. */
export const fetchTransaction: DoTask = async (deps, { subject, created_at: createdAt }) => {
  const { payments } = deps.provider;
  const transaction = await payments.findTransaction(subject);
  // A browser may have named one that never was.
  if (!transaction) return 'done';
  await takeInTransaction(deps, transaction);
  if (transaction.status === 'completed')
    for (const adjustment of await payments.findAdjustments(subject))
      await takeInAdjustment(deps, adjustment);
  if (transaction.subscriptionId !== null) await refetch(deps, transaction.subscriptionId);
  const isOld = deps.clock.now() - createdAt.getTime() > ASKED_DAYS * DAY_MS;
  if (isOld || !UNDER_WAY.includes(transaction.status)) return 'done';
  return { later: `the transaction is ${transaction.status}` };
};

export const fetchSubscription: DoTask = async (deps, { subject }) => {
  await refetch(deps, subject);
  return 'done';
};

/** @returns how it stands; null: the provider does not know it */
export async function refetch(deps: SellingDeps, id: string): Promise<ProviderSubscription | null> {
  const subscription = await deps.provider.payments.findSubscription(id);
  if (subscription) await takeInSubscription(deps, subscription);
  return subscription;
}
