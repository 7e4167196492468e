import type { Db } from '../../../db/tables.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import type { ProviderSubscription } from '../provider-entities.ts';
import { queueTask } from '../provider-tasks.ts';
import { noteEnd, notePastDue } from './notices.ts';
import {
  adoptTransactions,
  countLiving,
  findExistingUser,
  insertSubscription,
  lockSubscription,
  updateSubscription,
} from './record.queries.ts';
import type { RecordDeps, Recorded, Source } from './recorded.ts';
import { cancelRevoked } from './returns.ts';
import { isSameSubscription, subscriptionRow } from './subscription-row.ts';

/**
 * Takes in what the provider says of a subscription, in the caller's transaction. It may be late, doubled
 * or out of order: the provider's own time of change decides, and an end is for good.
 *
 * @param source an event is a picture of a moment; what was fetched is how it stands
 */
export async function recordSubscription(
  deps: RecordDeps,
  tx: Db,
  told: ProviderSubscription,
  source: Source,
): Promise<Recorded> {
  const now = new Date(deps.clock.now());
  const fields = subscriptionRow(deps.prices, told, now);
  const claimed = readCheckoutToken(deps.sealing, told.customData);
  const owner = claimed && (await findExistingUser(tx, claimed));
  const made = await insertSubscription(tx, { ...fields, user_id: owner, created_at: now });
  const before = made ? null : await lockSubscription(tx, told.id);
  if (before) {
    const verdict = isNews(before, fields, source);
    if (verdict === 'tie')
      await queueTask(tx, deps.clock, { kind: 'fetch_subscription', subject: told.id });
    if (verdict === 'tie') return 'queued';
    if (verdict === 'stale') return 'stale';
    await updateSubscription(tx, told.id, {
      ...fields,
      user_id: before.user_id,
      ...confirmedRequest(before.cancel_requested, fields),
    });
  }
  const userId = before ? before.user_id : owner;
  if (fields.plan_name === null)
    deps.log.error(
      { subscription: told.id, items: told.items },
      'a subscription is for nothing that is sold here, and grants nothing',
    );
  if (userId === null) return 'applied';
  await adoptTransactions(tx, told.id, userId);
  if (fields.status !== 'canceled' && (await countLiving(tx, userId)) > 1)
    await queueTask(tx, deps.clock, { kind: 'end_doubles', subject: userId });
  await cancelRevoked(deps, tx, told.id);
  if (fields.status === 'past_due') await notePastDue(deps, tx, userId, fields);
  if (fields.status === 'canceled') await noteEnd(deps, tx, userId, fields);
  return 'applied';
}

function isNews(
  before: Awaited<ReturnType<typeof lockSubscription>> & object,
  told: ReturnType<typeof subscriptionRow>,
  source: Source,
): 'news' | 'stale' | 'tie' {
  const ended = told.status === 'canceled';
  if (before.status === 'canceled') {
    // Nothing but the details of the end can change any more.
    if (!ended) return 'stale';
  } else if (ended) return 'news';
  const age = told.provider_updated_at.getTime() - before.provider_updated_at.getTime();
  if (age > 0) return 'news';
  if (age < 0) return 'stale';
  if (isSameSubscription(before, told)) return 'stale';
  return source === 'fetched' ? 'news' : 'tie';
}

/** What was asked for is done once the provider says so. */
function confirmedRequest(
  asked: 'now' | 'period_end' | null,
  { status, scheduled_action }: ReturnType<typeof subscriptionRow>,
) {
  const done = status === 'canceled' || (asked === 'period_end' && scheduled_action === 'cancel');
  return done ? { cancel_requested: null, cancel_requested_at: null } : {};
}
