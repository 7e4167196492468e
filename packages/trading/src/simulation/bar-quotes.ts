import type { Side } from '../account/order.ts';
import type { Quote } from '../account/valuation.ts';
import { type CandleSeries, closeTimeAt, firstAtOrAfter } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';

/** One bar of a series. */
export type BarAt = Readonly<{ series: CandleSeries; index: number }>;

/**
 * The bar whose open an order meets: the bar itself, or the first of the finer ones within it, where there is
 * one with a quote that can be dealt at.
 */
export function openingBar({ series, index }: BarAt, inside: CandleSeries | undefined): BarAt {
  if (!inside) return { series, index };
  const first = firstAtOrAfter(inside, series.time[index] ?? Number.NaN);
  const opens = inside.time[first] ?? Number.NaN;
  if (first >= inside.length || opens >= closeTimeAt(series, index) || isCrossed(inside, first))
    return { series, index };
  return { series: inside, index: first };
}

/** Both sides of a bar's first price. */
export function openQuote({ series, index }: BarAt): Quote {
  return { bid: series.open[index] ?? Number.NaN, ask: series.askOpen[index] ?? Number.NaN };
}

/** What a bar offers a position of that side at its worst. */
export function worstQuote({ series, index }: BarAt, side: Side): Quote {
  const spread = (series.askClose[index] ?? Number.NaN) - (series.close[index] ?? Number.NaN);
  if (side === 'BUY') {
    const bid = series.low[index] ?? Number.NaN;
    return { bid, ask: bid + spread };
  }
  const ask = series.askHigh[index] ?? Number.NaN;
  return { bid: ask - spread, ask };
}
