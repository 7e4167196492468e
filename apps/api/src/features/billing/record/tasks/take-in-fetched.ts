import { inTransaction } from '../../../../db/in-transaction.ts';
import type { SellingDeps } from '../../billing.deps.ts';
import type {
  ProviderAdjustment,
  ProviderSubscription,
  ProviderTransaction,
} from '../../provider-entities.ts';
import { recordAdjustment } from '../record-adjustment.ts';
import { recordSubscription } from '../record-subscription.ts';
import { recordTransaction } from '../record-transaction.ts';
import { recordDeps } from '../recorded.ts';

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
