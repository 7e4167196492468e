import type { Db } from '../../../db/tables.ts';
import type { ProviderAdjustment } from '../provider-entities.ts';
import {
  findAdjustment,
  findTransaction,
  insertAdjustment,
  takeTurns,
  updateAdjustment,
} from './record.queries.ts';
import { type RecordDeps, type Recorded, timeOfChange } from './recorded.ts';
import { settleReturns } from './returns.ts';

/** Of two at the same moment the further one is the later. */
const RANK: Readonly<Record<string, number>> = {
  pending_approval: 0,
  approved: 1,
  rejected: 2,
  reversed: 2,
};

/** Takes in money that goes back, or that will not. What it means for access follows from all of it. */
export async function recordAdjustment(
  deps: RecordDeps,
  tx: Db,
  told: ProviderAdjustment,
): Promise<Recorded> {
  const now = new Date(deps.clock.now());
  const fields = {
    id: told.id,
    transaction_id: told.transactionId,
    action: told.action,
    status: told.status,
    amount: told.total,
    currency: told.currency,
    provider_updated_at: timeOfChange(told.updatedAt, now),
  };
  await takeTurns(tx, [told.subscriptionId, told.transactionId]);
  const before = await findAdjustment(tx, told.id);
  if (before) {
    const age = fields.provider_updated_at.getTime() - before.provider_updated_at.getTime();
    const further = (RANK[told.status] ?? 0) - (RANK[before.status] ?? 0);
    if (age < 0 || (age === 0 && further <= 0)) return 'stale';
    await updateAdjustment(tx, told.id, fields);
  } else {
    await insertAdjustment(tx, { ...fields, created_at: now });
  }
  const transaction = await findTransaction(tx, told.transactionId);
  // Without it the adjustment came first, and its transaction will settle it.
  if (transaction) await settleReturns(deps, tx, transaction);
  return 'applied';
}
