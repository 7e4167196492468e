import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/tables.ts';
import type { SellingDeps } from '../../billing.deps.ts';
import type {
  ProviderAdjustment,
  ProviderSubscription,
  ProviderTransaction,
} from '../../provider-entities.ts';
import {
  findAdjustment,
  findTransaction,
  insertAdjustment,
  takeTurns,
  updateAdjustment,
} from '../record.queries.ts';
import { recordSubscription } from '../record-subscription.ts';
import { recordTransaction } from '../record-transaction.ts';
import { isOlder, type RecordDeps, recordDeps, timeOfChange } from '../recorded.ts';
import { settleReturns } from '../returns.ts';
import { settleEvents } from '../take-in-event.ts';

// Each is taken in by itself: two at once would hold locks that somebody waits for the other way round.

export async function takeInSubscription(
  deps: SellingDeps,
  told: ProviderSubscription,
): Promise<void> {
  await inTransaction(deps.db, (tx) => recordSubscription(recordDeps(deps), tx, told));
}

export async function takeInTransaction(
  deps: SellingDeps,
  told: ProviderTransaction,
): Promise<void> {
  await inTransaction(deps.db, (tx) => recordTransaction(recordDeps(deps), tx, told));
}

export async function takeInAdjustment(deps: SellingDeps, told: ProviderAdjustment): Promise<void> {
  await inTransaction(deps.db, (tx) => recordAdjustment(recordDeps(deps), tx, told));
}

/** Takes in money that goes back, or that will not. What it means for access follows from all of it. */
async function recordAdjustment(deps: RecordDeps, tx: Db, told: ProviderAdjustment): Promise<void> {
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
  await settleEvents(tx, told.id);
  const before = await findAdjustment(tx, told.id);
  if (before) {
    if (isOlder(told.updatedAt, before)) return;
    await updateAdjustment(tx, told.id, fields);
  } else {
    await insertAdjustment(tx, { ...fields, created_at: now });
  }
  const transaction = await findTransaction(tx, told.transactionId);
  // Without it the adjustment came first, and its transaction will settle it.
  if (transaction) await settleReturns(deps, tx, transaction);
}
