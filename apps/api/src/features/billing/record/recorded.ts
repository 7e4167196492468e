import type { SellingDeps } from '../billing.deps.ts';
import type { PriceBook } from '../price-book.ts';

export type RecordDeps = Pick<SellingDeps, 'clock' | 'sealing' | 'brand' | 'publicUrl' | 'log'> &
  Readonly<{ prices: PriceBook }>;

export function recordDeps(deps: SellingDeps): RecordDeps {
  const { clock, sealing, brand, publicUrl, log, provider } = deps;
  return { clock, sealing, brand, publicUrl, log, prices: provider.prices };
}

/** How far the provider's clock and ours may differ. */
const AHEAD_MS = 10 * 60_000;

/**
 * The provider's time of change, or the time we received it where the provider's lies in the future: taken
 * as it is, it would make all later answers old ones.
 */
export function timeOfChange(updatedAt: Date, now: Date): Date {
  return updatedAt.getTime() > now.getTime() + AHEAD_MS ? now : updatedAt;
}

/** Of two answers that crossed on their way the older one changes nothing. */
export function isOlder(changedAt: Date, known: { provider_updated_at: Date }): boolean {
  return changedAt.getTime() < known.provider_updated_at.getTime();
}
