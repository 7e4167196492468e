import type { UserId } from '@quorate/values/ids';
import { z } from 'zod';
import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import {
  backoffMs,
  queueTask,
  runTasks,
  type Task,
  type TaskOutcome,
  type TaskWorker,
  tryTask,
} from '../../../process/tasks.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import type { ProviderAdjustment } from '../provider-entities.ts';
import { markDouble } from './notices.ts';
import {
  findExistingUser,
  findLiving,
  findPaidBills,
  findSubscription,
  findTransaction,
  type StoredSubscription,
  updateSubscription,
} from './record.queries.ts';
import { isRevoked } from './returns.ts';
import type { DoTask, TaskResult } from './tasks/fetch.ts';
import { fetchSubscription, fetchTransaction, refetch } from './tasks/fetch.ts';
import {
  takeInAdjustment,
  takeInSubscription,
  takeInTransaction,
} from './tasks/take-in-fetched.ts';

/** Longer than any task takes. */
const LEASE_MS = 120_000;
/** From here on every failure is an operator's business. */
const ATTEMPTS_IN_SILENCE = 10;

const cancelNow: DoTask = async (deps, { subject }) => {
  const known = await findSubscription(deps.db, subject);
  if (!known || known.status === 'canceled' || !(await isStillWanted(deps, known))) return 'done';
  return cancel(deps, subject, 'immediately');
};

const cancelAtPeriodEnd: DoTask = async (deps, { subject }) => {
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

/**
 * Two checkouts of one person were paid. The subscription that began first stays; every other one ends at
 * once and its money goes back. What is known may be old, so that the provider is asked first.
 */
const endDoubles: DoTask = async (deps, { subject }) => {
  const userId = subject as UserId;
  for (const id of await findLiving(deps.db, userId)) await refetch(deps, id);
  await inTransaction(deps.db, async (tx) => {
    if ((await findExistingUser(tx, userId)) === null) return;
    const [, ...extra] = await findLasting(deps, tx, userId);
    for (const id of extra) await endDouble(deps, tx, userId, id);
  });
  return 'done';
};

/** One whose money went back is being ended already. */
async function findLasting(deps: SellingDeps, tx: Db, userId: string): Promise<string[]> {
  const lasting: string[] = [];
  for (const id of await findLiving(tx, userId))
    if (!(await isRevoked(deps, tx, id))) lasting.push(id);
  return lasting;
}

async function endDouble(
  { clock, log }: SellingDeps,
  tx: Db,
  userId: string,
  id: string,
): Promise<void> {
  log.warn({ subscription: id }, 'a second subscription of one person ends and is refunded');
  await updateSubscription(tx, id, {
    cancel_requested: 'now',
    cancel_requested_at: new Date(clock.now()),
  });
  await queueTask(tx, clock, { kind: 'cancel_now', subject: id });
  // Bills that are not known yet, or not known to be its, are given back when they come.
  await markDouble({ clock }, tx, userId, id);
  for (const bill of await findPaidBills(tx, id))
    await queueTask(tx, clock, { kind: 'refund_transaction', subject: bill.id });
}

const GIVES_BACK: readonly string[] = ['refund', 'chargeback'];
const REFUSALS_MAX = 10;
/** An operator's own words, as the provider is told them. */
const reasonOf = z.object({ reason: z.string().optional() });
const REASON = 'Charged for a subscription that was one too many, or cancelled before';

/** Gives all of a payment back, once: whether that was done is asked first, each time. */
const refundTransaction: DoTask = async (deps, { subject, attempts, payload }) => {
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

const DOES: Readonly<Record<ProviderTaskKind, DoTask>> = {
  fetch_transaction: fetchTransaction,
  fetch_subscription: fetchSubscription,
  cancel_now: cancelNow,
  cancel_at_period_end: cancelAtPeriodEnd,
  end_doubles: endDoubles,
  refund_transaction: refundTransaction,
};

export const PROVIDER_TASKS = Object.keys(DOES) as ProviderTaskKind[];

/** What is to be asked of the provider, or told to it: a transaction, a subscription, a user. */
export type ProviderTaskKey = Readonly<{ kind: ProviderTaskKind; subject: string }>;

/**
 * Asks of the provider, and tells it, what is due.
 *
 * @param isEnding asked before each task: a process that ends begins no more
 * @returns how many were done
 */
export function runProviderTasks(deps: SellingDeps, isEnding?: () => boolean): Promise<number> {
  return runTasks(deps, providerWorker(deps), isEnding);
}

/**
 * Tries one task right away, so that whoever asked sees what became of it.
 *
 * @returns `waiting` when it goes on by itself: the provider did not do it now, or somebody else is at it
 */
export function tryProviderTask(
  deps: SellingDeps,
  key: ProviderTaskKey,
): Promise<'done' | 'waiting'> {
  return tryTask(deps, providerWorker(deps), key);
}

/** One by one: two at once would hold locks that somebody waits for the other way round. */
function providerWorker(deps: SellingDeps): TaskWorker {
  return {
    kinds: PROVIDER_TASKS,
    batch: 1,
    atOnce: 1,
    leaseMs: LEASE_MS,
    run: (task) => attempt(deps, task),
  };
}

async function attempt(deps: SellingDeps, task: Task): Promise<TaskOutcome> {
  const kind = task.kind as ProviderTaskKind;
  const { subject } = task;
  try {
    const result = await DOES[kind](deps, task);
    return result === 'done' ? 'done' : later(deps, task, { why: result.later });
  } catch (error) {
    if (!(error instanceof PaymentsError)) {
      deps.log.error({ err: error, kind, subject }, 'a task for the payment provider broke');
      return later(deps, task, { why: 'broken' });
    }
    const { code, message, retryAfterMs = 0 } = error;
    const why = [error.kind, code, message].filter(Boolean).join(' ');
    // Where the provider cannot be spoken to, the others would wait for the same silence.
    return { ...later(deps, task, { why, retryAfterMs }), stop: error.kind !== 'refused' };
  }
}

function later(
  { clock, log }: SellingDeps,
  { kind, subject, attempts }: Task,
  { why, retryAfterMs = 0 }: { why: string; retryAfterMs?: number },
): Exclude<TaskOutcome, string> {
  if (attempts > ATTEMPTS_IN_SILENCE && !kind.startsWith('fetch'))
    log.error(
      { kind, subject, attempts, why },
      'the payment provider has still not done what it was asked to',
    );
  const waitMs = Math.max(backoffMs(attempts), retryAfterMs);
  return { retryAt: new Date(clock.now() + waitMs), error: why };
}
