import { instrumentFor } from '@quorate/trading/account/instrument';
import { currencyOf } from '@quorate/values/money';
import { candleFault } from './candle-fault.ts';
import type { CandleFile } from './candle-file.ts';

/** What one unit is worth in US dollars, roughly, over the last decades. */
const DOLLARS: Readonly<Record<string, number>> = {
  AUD: 0.75,
  CAD: 0.8,
  CHF: 1,
  EUR: 1.15,
  GBP: 1.5,
  JPY: 0.009,
  NZD: 0.65,
  USD: 1,
  XAG: 18,
  XAU: 1_300,
};

/** Major currencies have stayed well within this factor of each other; metals have moved further. */
const CURRENCY_FACTOR = 4;
const METAL_FACTOR = 12;

/**
 * Refuses a file whose prices cannot be those of the symbol: another symbol's, or prices in points.
 * Symbols of which no price is known pass.
 *
 * @throws CandleFileError
 */
export function checkPriceScale(file: CandleFile, symbol: string): void {
  const base = symbol.slice(0, 3).toUpperCase();
  const worth = DOLLARS[base];
  const quoteWorth = DOLLARS[symbol.slice(3, 6).toUpperCase()];
  if (worth === undefined || quoteWorth === undefined) return;
  const factor = base.startsWith('X') ? METAL_FACTOR : CURRENCY_FACTOR;
  const usual = worth / quoteWorth;
  const { prices, pricesPerRow } = file.columns;
  for (const row of [0, file.length - 1]) {
    const close = (prices[row * pricesPerRow + 3] ?? 0) / 10 ** file.digits;
    if (close >= usual / factor && close <= usual * factor) continue;
    const [least, most] = [usual / factor, usual * factor].map((limit) =>
      Number(limit.toPrecision(2)),
    );
    throw candleFault(
      { file: file.path },
      `the close of its ${row === 0 ? 'first' : 'last'} candle, ${close.toFixed(file.digits)}, is no price of ${symbol}, ` +
        `which lies between ${least} and ${most}; check --symbol, and that prices are not written in points`,
    );
  }
}

/**
 * The pair that a file's name speaks of, where it speaks of another one than the person.
 *
 * @example otherPairInName('data/GBPUSD_H1.csv', 'EURUSD') // 'GBPUSD'
 */
export function otherPairInName(path: string, symbol: string): string | null {
  const pairs = pairsInName(path);
  const own = symbol.slice(0, 6).toUpperCase();
  return pairs.length === 0 || pairs.includes(own) ? null : (pairs[0] ?? null);
}

/** The forex pairs and metals that a file's name speaks of. @example pairsInName('data/GBPUSD_H1.csv') // ['GBPUSD'] */
export function pairsInName(path: string): string[] {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const words = name.toUpperCase().match(/[A-Z]{6}(?![A-Z])/g) ?? [];
  return words.filter((word) => !('kind' in instrumentFor(word, 5, currencyOf('USD'))));
}
