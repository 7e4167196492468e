import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import {
  backoffMs,
  runTasks,
  type Task,
  type TaskOutcome,
  type TaskWorker,
  tryTask,
} from '../../../process/tasks.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import { cancelAtPeriodEnd, cancelNow } from './tasks/cancel.ts';
import { endDoubles } from './tasks/doubles.ts';
import { fetchSubscription, fetchTransaction } from './tasks/fetch.ts';
import { refundTransaction } from './tasks/refund.ts';
import type { DoTask } from './tasks/task-result.ts';

/** Longer than any task takes. */
const LEASE_MS = 120_000;
/** From here on every failure is an operator's business. */
const ATTEMPTS_IN_SILENCE = 10;

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
