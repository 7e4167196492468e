import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import type { ProviderTransaction } from '../provider-entities.ts';
import { grant } from './grant.ts';
import {
  findExistingUser,
  findSubscriptionOwner,
  findTransaction,
  insertTransaction,
  type StoredTransaction,
  takeTurns,
  updateTransaction,
} from './record.queries.ts';
import type { RecordDeps } from './recorded.ts';
import { giveBackUnwanted } from './requested-end.ts';
import { settleReturns } from './returns.ts';
import { settleEvents } from './take-in-event.ts';
import {
  isSameTransaction,
  type ToldTransaction,
  TRANSACTION_RANK,
  transactionRow,
} from './transaction-row.ts';

/**
 * Stores how a bill stands at the provider, in the caller's transaction. One that is paid and buys a plan of
 * ours grants it to its user: once, whoever fetches it first, for a webhook or for the browser.
 */
export async function recordTransaction(
  deps: RecordDeps,
  tx: Db,
  told: ProviderTransaction,
): Promise<void> {
  const now = new Date(deps.clock.now());
  const fields = transactionRow(deps.prices, told, now);
  await takeTurns(tx, [told.subscriptionId, told.id]);
  const before = await findTransaction(tx, told.id);
  const isNews = !before || isLater(before, fields);
  const owner = before?.user_id ?? (await findBuyer(deps, tx, told));
  const isOwnerNews = owner !== null && (before?.user_id ?? null) === null;

  if (!before) await insertTransaction(tx, { ...fields, user_id: owner, created_at: now });
  else
    await updateTransaction(tx, told.id, {
      // Fetched, and nothing new: that, too, is known as of now.
      ...(isNews ? fields : { updated_at: now }),
      ...(isOwnerNews && { user_id: owner }),
    });
  await settleEvents(tx, told.id);
  if (!isNews && !isOwnerNews) return;
  const current = before && !isNews ? before : fields;
  if (owner !== null) await grant(deps, tx, owner, current);
  await giveBackUnwanted(deps, tx, current);
  await settleReturns(deps, tx, current);
}

/** Whose it is: by our own token in it, else by the subscription that it is a bill of. */
async function findBuyer(
  { sealing }: RecordDeps,
  tx: Db,
  { customData, subscriptionId }: ProviderTransaction,
): Promise<UserId | null> {
  const claimed = readCheckoutToken(sealing, customData);
  const buyer = claimed && (await findExistingUser(tx, claimed));
  if (buyer !== null || subscriptionId === null) return buyer;
  return findSubscriptionOwner(tx, subscriptionId);
}

/** Of two answers from the same moment the one in which the sale has come further is the later. */
function isLater(before: StoredTransaction, told: ToldTransaction): boolean {
  const age = told.provider_updated_at.getTime() - before.provider_updated_at.getTime();
  if (age !== 0) return age > 0;
  if (isSameTransaction(before, told)) return false;
  return TRANSACTION_RANK[told.status] >= TRANSACTION_RANK[before.status];
}
