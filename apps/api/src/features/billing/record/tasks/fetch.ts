import type { Task } from '../../../../process/tasks.ts';
import type { SellingDeps } from '../../billing.deps.ts';
import type { ProviderSubscription, TransactionStatus } from '../../provider-entities.ts';
import { settleEvents } from '../take-in-event.ts';
import { takeInAdjustment, takeInSubscription, takeInTransaction } from './take-in-fetched.ts';

/** `later`: nothing is wrong, and it cannot be done yet, or was told no; `why` is for the operator. */
export type TaskResult = 'done' | Readonly<{ later: string }>;

/** Does one task. @throws PaymentsError: then it is tried again */
export type DoTask = (deps: SellingDeps, task: Task) => Promise<TaskResult>;

const HOUR_MS = 3_600_000;

/** How long a sale in one of these is asked about again: a checkout may have been left, money has an end. */
const ASKED_MS: Partial<Readonly<Record<TransactionStatus, number>>> = {
  draft: HOUR_MS,
  ready: HOUR_MS,
  billed: 72 * HOUR_MS,
  paid: 72 * HOUR_MS,
};

/** Money of these may go back, in whole or in part. */
const MAY_GO_BACK: readonly TransactionStatus[] = ['billed', 'past_due', 'completed'];

/** Asks how a transaction stands, with its subscription and the money that went back for it. */
export const fetchTransaction: DoTask = async (deps, { subject, created_at: createdAt }) => {
  const { payments } = deps.provider;
  const transaction = await payments.findTransaction(subject);
  // A browser may have named one that never was. An event of it has nothing more to wait for.
  if (!transaction) {
    await settleEvents(deps.db, subject);
    return 'done';
  }
  await takeInTransaction(deps, transaction);
  if (MAY_GO_BACK.includes(transaction.status))
    for (const adjustment of await payments.findAdjustments(subject))
      await takeInAdjustment(deps, adjustment);
  if (transaction.subscriptionId !== null) await refetch(deps, transaction.subscriptionId);
  const askedMs = ASKED_MS[transaction.status] ?? null;
  if (askedMs === null || deps.clock.now() - createdAt.getTime() > askedMs) return 'done';
  return { later: `the transaction is ${transaction.status}` };
};

export const fetchSubscription: DoTask = async (deps, { subject }) => {
  if (!(await refetch(deps, subject))) await settleEvents(deps.db, subject);
  return 'done';
};

/** @returns how it stands; null: the provider does not know it */
export async function refetch(deps: SellingDeps, id: string): Promise<ProviderSubscription | null> {
  const subscription = await deps.provider.payments.findSubscription(id);
  if (subscription) await takeInSubscription(deps, subscription);
  return subscription;
}
