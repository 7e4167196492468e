import type { SellingDeps } from '../billing.deps.ts';
import type { PriceBook } from '../price-book.ts';

/** `applied`: it is how things stand now. `stale`: newer news were there. `queued`: the provider is asked. */
export type Recorded = 'applied' | 'stale' | 'queued';

/** An event is a picture of a moment; what was fetched is how it stands. */
export type Source = 'event' | 'fetched';

export type RecordDeps = Pick<SellingDeps, 'clock' | 'sealing' | 'brand' | 'publicUrl' | 'log'> &
  Readonly<{ prices: PriceBook }>;
