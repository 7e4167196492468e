import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import { askedBy, inAttempt } from '../../../process/telemetry/context.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import {
  claimDueTask,
  claimTask,
  endTask,
  isTaskThere,
  postponeTask,
  type Task,
  type TaskKey,
} from './task.queries.ts';
import { cancelAtPeriodEnd, cancelNow } from './tasks/cancel.ts';
import { endDoubles } from './tasks/doubles.ts';
import { fetchSubscription, fetchTransaction } from './tasks/fetch.ts';
import { refundTransaction } from './tasks/refund.ts';
import type { DoTask } from './tasks/task-result.ts';

/** Longer than any task takes: whoever claimed one and died leaves it to somebody else then. */
const LEASE_MS = 120_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;
/** From here on every failure is an operator's business. */
const ATTEMPTS_IN_SILENCE = 10;
const MOST_IN_ONE_RUN = 100;

const DOES: Readonly<Record<ProviderTaskKind, DoTask>> = {
  fetch_transaction: fetchTransaction,
  fetch_subscription: fetchSubscription,
  cancel_now: cancelNow,
  cancel_at_period_end: cancelAtPeriodEnd,
  end_doubles: endDoubles,
  refund_transaction: refundTransaction,
};

/**
 * Asks of the provider, and tells it, what is due: each task once. Several services share the list.
 *
 * @param isEnding asked before each task: a process that ends begins no more
 * @returns how many were done
 */
export async function runProviderTasks(
  deps: SellingDeps,
  isEnding: () => boolean = () => false,
): Promise<number> {
  let done = 0;
  for (let count = 0; count < MOST_IN_ONE_RUN && !isEnding(); count += 1) {
    const task = await claimDueTask(deps.db, claimTimes(deps));
    if (!task) break;
    const outcome = await attempt(deps, task);
    if (outcome === 'done') done += 1;
    // The others would wait for the same silence; they are still due, and each has its turn.
    if (outcome === 'away') break;
  }
  return done;
}

/**
 * Tries one task right away, so that whoever asked sees what became of it.
 *
 * @returns `waiting` when it goes on by itself: the provider did not do it now, or somebody else is at it
 */
export async function tryTask(deps: SellingDeps, key: TaskKey): Promise<'done' | 'waiting'> {
  const task = await claimTask(deps.db, key, claimTimes(deps));
  if (!task) return (await isTaskThere(deps.db, key)) ? 'waiting' : 'done';
  return (await attempt(deps, task)) === 'done' ? 'done' : 'waiting';
}

function claimTimes({ clock }: SellingDeps): { now: Date; leaseMs: number } {
  return { now: new Date(clock.now()), leaseMs: LEASE_MS };
}

/** @returns `away` when the provider could not be spoken to at all */
function attempt(deps: SellingDeps, task: Task): Promise<'done' | 'later' | 'away'> {
  return askedBy(task.asked_by, () => attemptOnce(deps, task));
}

async function attemptOnce(deps: SellingDeps, task: Task): Promise<'done' | 'later' | 'away'> {
  try {
    const result = await inAttempt(task.attempts, () => DOES[task.kind](deps, task));
    if (result !== 'done') {
      await postpone(deps, task, { why: result.later });
      return 'later';
    }
    await endTask(deps.db, task);
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentsError)) {
      deps.log.error({ err: error, ...keyOf(task) }, 'a task for the payment provider broke');
      await postpone(deps, task, { why: 'broken' });
      return 'later';
    }
    const { kind, code, message, retryAfterMs = 0 } = error;
    await postpone(deps, task, {
      why: [kind, code, message].filter(Boolean).join(' '),
      retryAfterMs,
    });
    return kind === 'refused' ? 'later' : 'away';
  }
}

async function postpone(
  { db, clock, log }: SellingDeps,
  task: Task,
  { why, retryAfterMs = 0 }: { why: string; retryAfterMs?: number },
): Promise<void> {
  const backoffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(task.attempts - 1, 30));
  const until = new Date(clock.now() + Math.max(backoffMs, retryAfterMs));
  await postponeTask(db, task, { until, error: why.slice(0, 500) });
  const isFetch = task.kind === 'fetch_transaction' || task.kind === 'fetch_subscription';
  if (task.attempts > ATTEMPTS_IN_SILENCE && !isFetch)
    log.error(
      { ...keyOf(task), attempts: task.attempts, why },
      'the payment provider has still not done what it was asked to',
    );
}

function keyOf({ kind, subject }: Task): TaskKey {
  return { kind, subject };
}
