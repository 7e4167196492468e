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
