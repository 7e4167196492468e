import type { Db } from '../../../db/tables.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import type { ProviderTransaction } from '../provider-entities.ts';
import { queueTask } from '../provider-tasks.ts';
import { noteStart } from './notices.ts';
import {
  findExistingUser,
  findSubscriptionOwner,
  grantOnce,
  insertTransaction,
  lockTransaction,
  type StoredTransaction,
  updateTransaction,
} from './record.queries.ts';
import type { RecordDeps, Recorded, Source } from './recorded.ts';
import { settleReturns } from './returns.ts';
import {
  isSameTransaction,
  type ToldTransaction,
  TRANSACTION_RANK,
  transactionRow,
} from './transaction-row.ts';

/** Origins of a sale that begins a subscription; every other one is a bill of one that is there. */
const FIRST_SALES: readonly string[] = ['web', 'api'];

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
  const claimed = readCheckoutToken(deps.sealing, told.customData);
  const owner =
    (claimed && (await findExistingUser(tx, claimed))) ??
    (told.subscriptionId === null ? null : await findSubscriptionOwner(tx, told.subscriptionId));
  const made = await insertTransaction(tx, { ...fields, user_id: owner, created_at: now });
  const before = made ? null : await lockTransaction(tx, told.id);
  const userId = before?.user_id ?? owner;
  if (before) {
    const verdict = isNews(before, fields, source);
    if (verdict === 'tie') {
      await queueTask(tx, deps.clock, { kind: 'fetch_transaction', subject: told.id });
      return 'queued';
    }
    if (verdict === 'stale') return 'stale';
    await updateTransaction(tx, told.id, { ...fields, user_id: userId });
  }
  if (userId !== null) await grant(deps, tx, userId, fields, told);
  await settleReturns(deps, tx, told.id);
  return 'applied';
}

async function grant(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  sale: ToldTransaction,
  { items }: ProviderTransaction,
): Promise<void> {
  const isPaid = sale.status === 'paid' || sale.status === 'completed';
  if (!isPaid || !FIRST_SALES.includes(sale.origin)) return;
  if (sale.plan_name === null || sale.billing_cycle === null) {
    deps.log.error(
      { transaction: sale.id, items },
      'a payment is for nothing that is sold here, and grants nothing: give it back or set the price',
    );
    return;
  }
  if (await grantOnce(tx, sale.id, new Date(deps.clock.now())))
    await noteStart(deps, tx, userId, sale);
}

function isNews(
  before: StoredTransaction,
  told: ToldTransaction,
  source: Source,
): 'news' | 'stale' | 'tie' {
  const age = told.provider_updated_at.getTime() - before.provider_updated_at.getTime();
  if (age !== 0) return age > 0 ? 'news' : 'stale';
  if (isSameTransaction(before, told)) return 'stale';
  const further = TRANSACTION_RANK[told.status] - TRANSACTION_RANK[before.status];
  if (further !== 0) return further > 0 ? 'news' : 'stale';
  return source === 'fetched' ? 'news' : 'tie';
}
