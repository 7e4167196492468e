import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';
import { queueTask } from '../../../process/tasks.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import type { ProviderSubscription } from '../provider-entities.ts';
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
import type { RecordDeps } from './recorded.ts';
import { settleRequest } from './requested-end.ts';
import { cancelRevoked } from './returns.ts';
import { isSameSubscription, subscriptionRow, type ToldSubscription } from './subscription-row.ts';
import { settleEvents } from './take-in-event.ts';

/** Stores how a subscription stands at the provider, in the caller's transaction, with what follows from it. */
export async function recordSubscription(
  deps: RecordDeps,
  tx: Db,
  told: ProviderSubscription,
): Promise<void> {
  const now = new Date(deps.clock.now());
  const fields = subscriptionRow(deps.prices, told, now);
  await takeTurns(tx, [told.id]);
  const before = await findSubscription(tx, told.id);
  const isNews = !before || isLater(before, fields);
  const owner = before?.user_id ?? (await findBuyer(deps, tx, told));
  const isOwnerNews = owner !== null && (before?.user_id ?? null) === null;

  if (!before) await insertSubscription(tx, { ...fields, user_id: owner, created_at: now });
  else
    await updateSubscription(tx, told.id, {
      // Fetched, and nothing new: that, too, is known as of now.
      ...(isNews
        ? { ...fields, ...(await settleRequest(deps, tx, before, fields)) }
        : { updated_at: now }),
      ...(isOwnerNews && { user_id: owner }),
    });
  await settleEvents(tx, told.id);
  if (!isNews && !isOwnerNews) return;
  const current = before && !isNews ? before : fields;
  if (owner === null) await endUnowned(deps, tx, told, current);
  else await followUp(deps, tx, owner, current, isOwnerNews);
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

/** Whether an answer changes what is known: one that was overtaken does not, and an end is for good. */
function isLater(before: StoredSubscription, told: ToldSubscription): boolean {
  const hasEnded = before.status === 'canceled';
  const ends = told.status === 'canceled';
  if (hasEnded !== ends) return ends;
  const age = told.provider_updated_at.getTime() - before.provider_updated_at.getTime();
  return age > 0 || (age === 0 && !isSameSubscription(before, told));
}
