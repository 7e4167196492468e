import { type Instrument, instrumentFor } from '@quorate/trading/account/instrument';
import type { Timeframe } from '@quorate/trading/market/candle';
import type { Currency } from '@quorate/values/money';
import { BotFault } from '../bot-fault.ts';
import { type CandleFile, loadCandleFile } from '../candles/candle-file.ts';
import type { Zone } from '../candles/file-clock.ts';
import { checkPriceScale } from '../candles/price-scale.ts';
import type { MarketFile } from '../paper-options.ts';

/** How a file is to be read. */
type Reading = Readonly<{
  zone: Zone | 'auto';
  /** Of the file; null for what its times say. */
  timeframe: Timeframe | null;
  /** Whether rows that repeat the time before them are left out rather than refused. */
  dropRepeats?: boolean;
}>;

/**
 * The candles of a symbol, and what is traded on them.
 *
 * @throws BotFault `candle_file` or `usage`
 */
export async function openMarket(
  { symbol, candles }: MarketFile,
  currency: Currency,
  reading: Reading,
): Promise<Readonly<{ file: CandleFile; instrument: Instrument }>> {
  const file = await loadCandleFile(candles, reading);
  checkPriceScale(file, symbol);
  const instrument = instrumentFor(symbol, file.digits, currency);
  if ('kind' in instrument) throw new BotFault('usage', instrument.message);
  return { file, instrument };
}

/** Which clock the times were read on. @example clockText({ zone: 'utc' }) // 'UTC' */
export function clockText({ zone }: Pick<CandleFile, 'zone'>): string {
  return zone === 'utc' ? 'UTC' : 'broker server time (New York + 7 h)';
}
