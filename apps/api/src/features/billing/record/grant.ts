import type { Db } from '../../../db/tables.ts';
import { queueTask } from '../../../process/tasks.ts';
import { isDouble, noteStart } from './notices.ts';
import { grantOnce } from './record.queries.ts';
import type { RecordDeps } from './recorded.ts';
import type { ToldTransaction } from './transaction-row.ts';

/** Origins of a sale that begins a subscription; every other one is a bill of one that is there. */
const FIRST_SALES: readonly string[] = ['web', 'api'];

/** Puts a user on the plan that a paid sale bought: once, whoever brings the news, and however often. */
export async function grant(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  sale: ToldTransaction,
): Promise<void> {
  if (sale.status !== 'paid' && sale.status !== 'completed') return;
  if (sale.subscription_id !== null && (await isDouble(tx, userId, sale.subscription_id))) {
    // The subscription was ended as one too many before this bill of it was known.
    await queueTask(tx, deps.clock, { kind: 'refund_transaction', subject: sale.id });
  }
  if (!FIRST_SALES.includes(sale.origin)) return;
  if (sale.plan_name === null || sale.billing_cycle === null) {
    deps.log.error(
      { transaction: sale.id, price: sale.price_id, amount: sale.amount, currency: sale.currency },
      'a payment is for nothing that is sold here, and grants nothing: give it back or set the price',
    );
    return;
  }
  if (await grantOnce(tx, sale.id, new Date(deps.clock.now())))
    await noteStart(deps, tx, userId, sale);
}
