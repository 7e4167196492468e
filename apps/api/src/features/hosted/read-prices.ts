import type { PriceSource } from '@quorate/contract/hosted-accounts';
import { instant } from '@quorate/values/instant';
import type { Clock } from '../../process/clock.ts';
import { readFilePrices } from './file-prices.ts';
import { createPracticePrices, type Prices } from './price-sources.ts';

/** What the operator offers, in the order in which it is named. */
export type PriceSettings = Readonly<{
  prices: readonly PriceSource[];
  /** Folder of candle files; null where none are offered. */
  files: string | null;
}>;

/** Every source that is offered, ready to be traded on. @throws Error about a candle file that cannot be taken */
export async function readPrices(clock: Clock, settings: PriceSettings): Promise<Prices[]> {
  const found: Prices[] = [];
  for (const source of settings.prices) {
    if (source === 'practice') found.push(createPracticePrices());
    else if (settings.files !== null)
      found.push(await readFilePrices(settings.files, instant(clock.now())));
  }
  return found;
}
