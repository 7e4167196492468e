import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import type { ProviderSubscription } from '../provider-entities.ts';
import { queueTask } from '../provider-tasks.ts';
import { grant } from './grant.ts';
import { noteEnd, notePastDue } from './notices.ts';
import {
  adoptTransactions,
  findExistingUser,
  findLiving,
  findSubscription,
  insertSubscription,
  type StoredSubscription,
  takeTurns,
  updateSubscription,
} from './record.queries.ts';
import {
  type RecordDeps,
  type Recorded,
  recordedAs,
  type Source,
  type Verdict,
} from './recorded.ts';
import { settleRequest } from './requested-end.ts';
import { cancelRevoked } from './returns.ts';
import { isSameSubscription, subscriptionRow, type ToldSubscription } from './subscription-row.ts';

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
  await takeTurns(tx, [told.id]);
  const before = await findSubscription(tx, told.id);
  const verdict = before ? verdictOn(before, fields, source) : 'news';
  if (verdict === 'tie' || (before && isRetold(before, fields, source, verdict)))
    await queueTask(tx, deps.clock, { kind: 'fetch_subscription', subject: told.id });
  const owner = before?.user_id ?? (await findBuyer(deps, tx, told));
  const isOwnerNews = owner !== null && (before?.user_id ?? null) === null;

  if (!before) await insertSubscription(tx, { ...fields, user_id: owner, created_at: now });
  else if (verdict === 'news')
    await updateSubscription(tx, told.id, {
      ...fields,
      ...(await settleRequest(deps, tx, before, fields)),
      ...(isOwnerNews && { user_id: owner }),
    });
  else if (isOwnerNews || source === 'fetched')
    // Asked, and nothing new: that, too, is known as of now.
    await updateSubscription(tx, told.id, {
      ...(source === 'fetched' && { updated_at: now }),
      ...(isOwnerNews && { user_id: owner }),
    });
  const current = before && verdict !== 'news' ? before : fields;
  if (verdict === 'news' || isOwnerNews) {
    if (owner === null) await endUnowned(deps, tx, told, current);
    else await followUp(deps, tx, owner, current, isOwnerNews);
  }
  return recordedAs(verdict);
}

/** Whose it is, by our own token in it. */
async function findBuyer(
  { sealing }: RecordDeps,
  tx: Db,
  { customData }: ProviderSubscription,
): Promise<UserId | null> {
  const claimed = readCheckoutToken(sealing, customData);
  return claimed && findExistingUser(tx, claimed);
}

async function followUp(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  subscription: ToldSubscription,
  isOwnerNews: boolean,
): Promise<void> {
  const { id, status } = subscription;
  if (isOwnerNews)
    for (const bill of await adoptTransactions(tx, id, userId)) await grant(deps, tx, userId, bill);
  if (subscription.plan_name === null)
    deps.log.error(
      { subscription: id, price: subscription.price_id, amount: subscription.amount },
      'a subscription is for nothing that is sold here, and grants nothing',
    );
  const living = await findLiving(tx, userId);
  if (status === 'canceled') {
    // Whoever has another one has not lost their plan.
    if (living.length === 0) await noteEnd(deps, tx, userId, subscription);
    return;
  }
  if (living.length > 1) await queueTask(tx, deps.clock, { kind: 'end_doubles', subject: userId });
  await cancelRevoked(deps, tx, id);
  if (status === 'past_due') await notePastDue(deps, tx, userId, subscription);
}

/** Nobody is charged for an account that was deleted while its purchase was under way. */
async function endUnowned(
  deps: RecordDeps,
  tx: Db,
  { customData }: ProviderSubscription,
  { id, status }: ToldSubscription,
): Promise<void> {
  const buyer = readCheckoutToken(deps.sealing, customData);
  if (buyer === null || status === 'canceled') return;
  deps.log.warn({ subscription: id }, 'a subscription of a deleted account is cancelled');
  await queueTask(tx, deps.clock, { kind: 'cancel_now', subject: id });
}

function verdictOn(before: StoredSubscription, told: ToldSubscription, source: Source): Verdict {
  const ended = told.status === 'canceled';
  if (before.status === 'canceled') {
    // Nothing but the details of the end can change any more.
    if (!ended) return 'stale';
  } else if (ended) return 'news';
  const age = told.provider_updated_at.getTime() - before.provider_updated_at.getTime();
  if (age > 0) return 'news';
  if (age < 0 || isSameSubscription(before, told)) return 'stale';
  return source === 'fetched' ? 'news' : 'tie';
}

/**
 * Of two stories of the same moment, the one that was fetched is taken, and may all the same be the older
 * one where it was on its way: it is asked for once more, until the answer is what is known.
 */
function isRetold(
  before: StoredSubscription,
  told: ToldSubscription,
  source: Source,
  verdict: Verdict,
): boolean {
  if (source !== 'fetched' || verdict !== 'news' || told.status === 'canceled') return false;
  return told.provider_updated_at.getTime() === before.provider_updated_at.getTime();
}
