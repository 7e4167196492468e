import type { Instrument } from '@quorate/trading/account/instrument';
import { type PairQuote, ratesFrom } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { WalkInput } from '../walk-series.ts';
import type { FollowTerms } from './refused.ts';

/** Each symbol of a run with its bars and its worth, by its name. */
export function followTerms({ parts, instruments, start }: WalkInput): Map<string, FollowTerms> {
  const terms = new Map<string, FollowTerms>();
  // What is worked out with them, R and shares of costs, hardly depends on when a third currency's rate was taken.
  const rates = ratesFrom(() =>
    parts.flatMap(({ series }, at) => lastQuote(series, instruments[at])),
  );
  for (const [at, instrument] of instruments.entries()) {
    const series = parts[at]?.series;
    const valuation = valuationOf(instrument, start.currency, rates);
    if (!series || valuation.kind === 'denied') continue;
    terms.set(series.symbol, { series, instrument, valuation });
  }
  return terms;
}

function lastQuote(series: CandleSeries, instrument: Instrument | undefined): readonly PairQuote[] {
  const bid = series.close[series.length - 1];
  const ask = series.askClose[series.length - 1];
  if (!instrument || bid === undefined || ask === undefined) return [];
  const { baseCurrency, quoteCurrency, digits } = instrument;
  const point = 10 ** -digits;
  return [{ base: baseCurrency, quote: quoteCurrency, bid: bid * point, ask: ask * point }];
}
