import { queueTask } from '../../../process/tasks.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import { readRecord } from './read-record.ts';
import { findSilentSubscriptions, findUnfinishedTransactions } from './reconcile.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A renewal is billed within moments of the period's end. */
const RENEWAL_MS = 10 * MINUTE_MS;
/** The provider asks for the money of a bill for 30 days. */
const DUNNING_MS = 40 * DAY_MS;
const MOST_IN_ONE_RUN = 500;
/** Apart from one another, so that people's own calls find room within the provider's limit. */
const APART_MS = 500;

/**
 * Brings what we know in step with the provider, whatever became of its webhooks: events that did not come,
 * and whoever nothing was heard of. What it finds goes the same way as a webhook.
 *
 * @returns `unfinished` when it is to go on soon
 */
export async function reconcilePayments(deps: SellingDeps): Promise<'finished' | 'unfinished'> {
  const reading = await readRecord(deps).catch((error: unknown) => {
    if (!(error instanceof PaymentsError)) throw error;
    const { kind, code, message } = error;
    const level = kind === 'refused' ? 'error' : 'warn';
    deps.log[level]({ kind, code, message }, "reading the provider's record of events broke off");
    return 'unfinished' as const;
  });
  await askForTheSilent(deps);
  return reading;
}

async function askForTheSilent({ db, clock }: SellingDeps): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now() - milliseconds);
  const subscriptions = await findSilentSubscriptions(db, {
    endedBefore: ago(RENEWAL_MS),
    heardBefore: ago(DAY_MS),
    most: MOST_IN_ONE_RUN,
  });
  const transactions = await findUnfinishedTransactions(db, {
    since: ago(DUNNING_MS),
    until: ago(HOUR_MS),
    most: MOST_IN_ONE_RUN,
  });
  const tasks = [
    ...subscriptions.map((subject) => ({ kind: 'fetch_subscription', subject }) as const),
    ...transactions.map((subject) => ({ kind: 'fetch_transaction', subject }) as const),
  ];
  for (const [index, task] of tasks.entries()) await queueTask(db, clock, task, index * APART_MS);
}
