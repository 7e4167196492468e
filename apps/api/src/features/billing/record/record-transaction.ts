import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import type { ProviderTransaction } from '../provider-entities.ts';
import { queueTask } from '../provider-tasks.ts';
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
import {
  type RecordDeps,
  type Recorded,
  recordedAs,
  type Source,
  type Verdict,
} from './recorded.ts';
import { giveBackUnwanted } from './requested-end.ts';
import { settleReturns } from './returns.ts';
import {
  isSameTransaction,
  type ToldTransaction,
  TRANSACTION_RANK,
  transactionRow,
} from './transaction-row.ts';

/**
 * Takes in what the provider says of a bill, in the caller's transaction, however late, doubled or out of
 * order. One that is paid and buys a plan of ours grants it to its user: once, whoever comes first, the
 * webhook or the browser.
 */
export async function recordTransaction(
  deps: RecordDeps,
  tx: Db,
  told: ProviderTransaction,
  source: Source,
): Promise<Recorded> {
  const now = new Date(deps.clock.now());
  const fields = transactionRow(deps.prices, told, now);
  await takeTurns(tx, [told.subscriptionId, told.id]);
  const before = await findTransaction(tx, told.id);
  const verdict = before ? verdictOn(before, fields, source) : 'news';
  if (verdict === 'tie' || (before && isRetold(before, fields, source, verdict)))
    await queueTask(tx, deps.clock, { kind: 'fetch_transaction', subject: told.id });
  const owner = before?.user_id ?? (await findBuyer(deps, tx, told));
  const isOwnerNews = owner !== null && (before?.user_id ?? null) === null;

  if (!before) await insertTransaction(tx, { ...fields, user_id: owner, created_at: now });
  else if (verdict === 'news')
    await updateTransaction(tx, told.id, { ...fields, ...(isOwnerNews && { user_id: owner }) });
  else if (isOwnerNews || source === 'fetched')
    // Asked, and nothing new: that, too, is known as of now.
    await updateTransaction(tx, told.id, {
      ...(source === 'fetched' && { updated_at: now }),
      ...(isOwnerNews && { user_id: owner }),
    });
  if (verdict === 'news' || isOwnerNews) {
    const current = before && verdict !== 'news' ? before : fields;
    if (owner !== null) await grant(deps, tx, owner, current);
    await giveBackUnwanted(deps, tx, current);
    await settleReturns(deps, tx, current);
  }
  return recordedAs(verdict);
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

function verdictOn(before: StoredTransaction, told: ToldTransaction, source: Source): Verdict {
  const age = told.provider_updated_at.getTime() - before.provider_updated_at.getTime();
  if (age !== 0) return age > 0 ? 'news' : 'stale';
  if (isSameTransaction(before, told)) return 'stale';
  const further = TRANSACTION_RANK[told.status] - TRANSACTION_RANK[before.status];
  if (further !== 0) return further > 0 ? 'news' : 'stale';
  return source === 'fetched' ? 'news' : 'tie';
}

/** As with subscriptions: what was fetched may have been overtaken within its own moment. */
function isRetold(
  before: StoredTransaction,
  told: ToldTransaction,
  source: Source,
  verdict: Verdict,
): boolean {
  if (source !== 'fetched' || verdict !== 'news' || told.status !== before.status) return false;
  return told.provider_updated_at.getTime() === before.provider_updated_at.getTime();
}
