import type { CandleFile } from '@quorate/run/candles/candle-file';
import type { Zone } from '@quorate/run/candles/file-clock';
import type { Instrument } from '@quorate/trading/account/instrument';
import {
  bySymbol,
  type CandleSeries,
  closeTimeAt,
  firstAtOrAfter,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { BotFault } from '../bot-fault.ts';
import type { MarketFile } from '../paper-options.ts';
import { loadCandleFile } from './load-candles.ts';

/** Finer candles of a symbol, for what happens inside those that are traded on. */
export type Inside = Readonly<{
  symbol: string;
  file: Omit<CandleFile, 'columns'>;
  series: CandleSeries;
  /** A sentence on how many candles they are in. */
  note: string;
}>;

/**
 * Loads finer candles beside the markets that they belong to.
 *
 * @param seriesOf both sides of the quote, on the terms of the market
 * @throws BotFault `candle_file`; `usage` where they are of no market, not finer, or of other digits
 */
export async function openInside<
  Market extends Readonly<{ series: CandleSeries; instrument: Instrument }>,
>(
  files: readonly MarketFile[],
  markets: readonly Market[],
  zone: Zone | 'auto',
  seriesOf: (file: CandleFile, market: Market) => CandleSeries,
): Promise<readonly Inside[]> {
  const opened: Inside[] = [];
  for (const { symbol, candles } of bySymbol(files)) {
    const market = markets.find(({ series }) => series.symbol === symbol);
    if (!market)
      throw new BotFault('usage', `--inside ${symbol}: there are no candles of ${symbol}.`);
    const whole = await loadCandleFile(candles, { zone, timeframe: null, dropRepeats: true });
    refuseUnfit(whole, market.series);
    const series = seriesOf(whole, market);
    const { columns: _columns, ...file } = whole;
    opened.push({ symbol, file, series, note: noteOf(market.series, series) });
  }
  return opened;
}

function refuseUnfit({ path, timeframe, digits }: CandleFile, traded: CandleSeries): void {
  const { symbol } = traded;
  if (timeframeMs(timeframe) >= timeframeMs(traded.timeframe)) {
    throw new BotFault(
      'usage',
      `--inside ${path}: its candles are ${timeframe}, and those of ${symbol} that are traded on ${traded.timeframe}; it must have shorter ones.`,
    );
  }
  if (digits !== traded.digits) {
    throw new BotFault(
      'usage',
      `--inside ${path}: its prices have ${digits} digits, and those of ${symbol} that are traded on ${traded.digits}.`,
    );
  }
}

function noteOf(traded: CandleSeries, inside: CandleSeries): string {
  let filled = 0;
  for (let index = 0; index < traded.length; index += 1) {
    const first = firstAtOrAfter(inside, traded.time[index] ?? Number.NaN);
    const opens = inside.time[first] ?? Number.NaN;
    if (first < inside.length && opens < closeTimeAt(traded, index)) filled += 1;
  }
  return `${traded.symbol}: ${inside.timeframe} candles are inside ${filled} of its ${traded.length} ${traded.timeframe} candles.`;
}
