import type { SellingDeps } from '../billing.deps.ts';
import type { PriceBook } from '../price-book.ts';

/** `applied`: it is how things stand now. `stale`: newer news were there. `queued`: the provider is asked. */
export type Recorded = 'applied' | 'stale' | 'queued';

/** An event is a picture of a moment; what was fetched is how it stands. */
export type Source = 'event' | 'fetched';

/** What a piece of news is against what is known. `tie`: another story of the same moment. */
export type Verdict = 'news' | 'stale' | 'tie';

export type RecordDeps = Pick<SellingDeps, 'clock' | 'sealing' | 'brand' | 'publicUrl' | 'log'> &
  Readonly<{ prices: PriceBook }>;

export function recordDeps(deps: SellingDeps): RecordDeps {
  const { clock, sealing, brand, publicUrl, log, provider } = deps;
  return { clock, sealing, brand, publicUrl, log, prices: provider.prices };
}

/** How news leave things: what was told, where it was newer. */
export function recordedAs(verdict: Verdict): Recorded {
  if (verdict === 'news') return 'applied';
  return verdict === 'tie' ? 'queued' : 'stale';
}

/** How far the provider's clock and ours may differ. */
const AHEAD_MS = 10 * 60_000;

/** Whether a time of change is one of the future: taken as it is, it would make all later news old ones. */
export function isAhead(updatedAt: Date, now: Date): boolean {
  return updatedAt.getTime() > now.getTime() + AHEAD_MS;
}

/** The provider's time of change, or the time we received it where the provider's lies in the future. */
export function timeOfChange(updatedAt: Date, now: Date): Date {
  return isAhead(updatedAt, now) ? now : updatedAt;
}
