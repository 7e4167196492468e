import type { UserId } from '@quorate/values/ids';
import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { dropTask, queueTask } from '../provider-tasks.ts';
import { tryTask } from '../record/run-tasks.ts';
import { cancelledWords, endedWords } from './change-words.ts';
import type { Changed } from './changed.ts';
import { inTime } from './provider-answer.ts';
import {
  countWaiting,
  findLastEnded,
  findLiving,
  lockLiving,
  type SubscriptionRow,
  setCancelRequest,
} from './subscription.queries.ts';
import { subscriptionView } from './subscription-view.ts';

const DAY_MS = 86_400_000;

export type Effective = 'now' | 'period_end';
type Task = Readonly<{ kind: ProviderTaskKind; subject: string }>;

/**
 * Cancels all that a user is billed for. It is written down before the provider hears of it, and passed on
 * however long that takes: cancelled means cancelled. Who cancelled within a day is told the same again.
 *
 * @throws AppError no_subscription
 */
export async function cancelSubscription(
  deps: BillingDeps,
  userId: UserId,
  effective: Effective,
): Promise<Changed> {
  const { db, provider } = deps;
  const { rows, tasks } = await inTransaction(db, (tx) => askForEnd(deps, tx, userId, effective));
  const [main] = rows;
  if (!main) return endedAlready(deps, userId);
  if (provider) {
    const selling = { ...deps, provider };
    await inTime(Promise.all(tasks.map((task) => tryTask(selling, task))));
  }
  const ids = rows.map(({ id }) => id);
  const isConfirmed = (await countWaiting(db, ids)) === 0;
  const [left] = await findLiving(db, userId);
  return {
    status: isConfirmed ? 'done' : 'pending',
    message: left ? cancelledWords(left, isConfirmed) : endedWords(main),
    subscription: left ? subscriptionView(left) : null,
  };
}

async function askForEnd(
  { clock }: BillingDeps,
  tx: Db,
  userId: UserId,
  effective: Effective,
): Promise<{ rows: SubscriptionRow[]; tasks: Task[] }> {
  const rows = await lockLiving(tx, userId);
  const now = new Date(clock.now());
  const tasks: Task[] = [];
  for (const row of rows) {
    const asked = endAskedFor(row, effective);
    if (asked === 'period_end' && row.scheduled_action === 'cancel') continue;
    const kind = asked === 'now' ? 'cancel_now' : 'cancel_at_period_end';
    if (row.cancel_requested !== asked) await setCancelRequest(tx, row.id, asked, now);
    if (asked === 'now') await dropTask(tx, { kind: 'cancel_at_period_end', subject: row.id });
    await queueTask(tx, clock, { kind, subject: row.id });
    tasks.push({ kind, subject: row.id });
  }
  return { rows, tasks };
}

/** What was cancelled at once stays so; and what is paused has no period to end. */
function endAskedFor(row: SubscriptionRow, effective: Effective): Effective {
  return row.cancel_requested === 'now' || row.status === 'paused' ? 'now' : effective;
}

async function endedAlready({ db, clock }: BillingDeps, userId: UserId): Promise<Changed> {
  const last = await findLastEnded(db, userId);
  const endedAt = (last?.canceled_at ?? last?.provider_updated_at)?.getTime() ?? 0;
  if (!last || endedAt < clock.now() - DAY_MS) throw new AppError('no_subscription');
  return { status: 'done', message: endedWords(last), subscription: null };
}
