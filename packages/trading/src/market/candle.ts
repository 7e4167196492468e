import type { Instant } from '@quorate/values/instant';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@quorate/values/instant';

/** Bar lengths, as MetaTrader 5 names them. */
export const TIMEFRAMES = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1'] as const;
/** @example const hourly: Timeframe = 'H1'; */
export type Timeframe = (typeof TIMEFRAMES)[number];

const TIMEFRAME_MS: Readonly<Record<Timeframe, number>> = {
  M1: MINUTE_MS,
  M5: 5 * MINUTE_MS,
  M15: 15 * MINUTE_MS,
  M30: 30 * MINUTE_MS,
  H1: HOUR_MS,
  H4: 4 * HOUR_MS,
  D1: DAY_MS,
};

/** Length of one bar in milliseconds. @example timeframeMs('H1') // 3600000 */
export function timeframeMs(timeframe: Timeframe): number {
  return TIMEFRAME_MS[timeframe];
}

/** One bar with both sides of the quote. Prices are whole points; `time` is the bar's OPEN. */
export type Candle = Readonly<{
  time: Instant;
  open: number;
  high: number;
  low: number;
  close: number;
  askOpen: number;
  askHigh: number;
  askLow: number;
  askClose: number;
}>;

/** One bar of a chart that has one price (the bid), without its spread. */
export type BidCandle = Omit<Candle, 'askOpen' | 'askHigh' | 'askLow' | 'askClose'>;

/**
 * Bars of one symbol, oldest first, as a struct of arrays: ten million bars fit in 400 MB and a loop
 * over them touches no object. Arrays may be longer than `length`; `open` to `close` are the bid in
 * whole points, `askOpen` to `askClose` the ask, `time` the bar's OPEN as an `Instant`.
 *
 * A series whose bars have only a spread stores ask = bid + spread.
 */
export type CandleSeries = Readonly<{
  symbol: string;
  timeframe: Timeframe;
  digits: number;
  length: number;
  time: Float64Array;
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  askOpen: Int32Array;
  askHigh: Int32Array;
  askLow: Int32Array;
  askClose: Int32Array;
}>;

/** Moment at which bar `index` closed: the earliest at which anyone may know its close. */
export function closeTimeAt(series: CandleSeries, index: number): Instant {
  return instant((series.time[index] ?? Number.NaN) + timeframeMs(series.timeframe));
}

/** Index of the first bar that opens then or later; the length where none does. */
export function firstAtOrAfter({ time, length }: CandleSeries, moment: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The one order in which symbols are traded, however they were given: by name, sign by sign.
 *
 * @example bySymbol([gbpusd, eurusd]) // [eurusd, gbpusd]
 */
export function bySymbol<Each extends Readonly<{ symbol: string }>>(all: readonly Each[]): Each[] {
  return all.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
