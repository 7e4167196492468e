import type { Job } from '../../process/jobs.ts';
import type { BillingDeps, SellingDeps } from './billing.deps.ts';
import { takeReconcileRequest } from './desk/billing-desk.ts';
import { runProviderTasks } from './record/provider-tasks.ts';
import { reconcilePayments } from './record/reconcile.ts';
import { removeOldEvents } from './record/take-in-event.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What billing does without being asked. */
export function billingJobs(deps: BillingDeps): Job[] {
  const remove: Job = {
    name: 'remove-old-webhook-events',
    everyMs: HOUR_MS,
    run: () => removeOldEvents(deps),
  };
  const { provider } = deps;
  if (!provider) return [remove];
  const selling = { ...deps, provider };
  return [
    remove,
    { name: 'run-provider-tasks', everyMs: SECOND_MS, run: () => runProviderTasks(selling) },
    { name: 'reconcile-payments', everyMs: 5 * SECOND_MS, run: reconciling(selling) },
  ];
}

/** Each hour, when an operator asks, and at the start: webhooks of while the service was down may never come again. */
function reconciling(deps: SellingDeps): () => Promise<void> {
  let dueAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = deps.clock.now();
    if (now < dueAt && !(await takeReconcileRequest(deps.db))) return;
    // Also where it throws: once more each five seconds would only add to what is wrong.
    dueAt = now + MINUTE_MS;
    const reading = await reconcilePayments(deps);
    if (reading === 'finished') dueAt = now + HOUR_MS;
  };
}
