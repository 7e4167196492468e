import { type CandleSeries, firstAtOrAfter, timeframeMs } from '@quorate/trading/market/candle';
import { tradingDayStart } from '@quorate/trading/market/trading-day';
import { DAY_MS, type Instant } from '@quorate/values/instant';

/** A stretch of time: from the first moment to the end, which is not part of it. */
export type Period = Readonly<{ from: Instant; end: Instant }>;

/**
 * A day as a person writes it, on the server's calendar.
 *
 * @returns when it begins, or null for what is no day
 * @example serverDayStart('2025-01-06') // 2025-01-05T22:00:00Z
 */
export function serverDayStart(text: string): Instant | null {
  const day = dayNumber(text);
  return day === null ? null : tradingDayStart(day);
}

/** The moment at which a day of the server's calendar is over. */
export function serverDayEnd(text: string): Instant | null {
  const day = dayNumber(text);
  return day === null ? null : tradingDayStart(day + 1);
}

function dayNumber(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // 30 February would be read as a day in March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return null;
  return ms / DAY_MS;
}

/** Bars of a series, and how many at its beginning are only read. */
export type SeriesPart = Readonly<{ series: CandleSeries; warmUp: number }>;

/**
 * The bars of a period and up to `warmUpBars` before it, without a copy.
 *
 * A bar belongs to the period when it opens and closes within it.
 */
export function partOf(series: CandleSeries, period: Period, warmUpBars: number): SeriesPart {
  const lengthMs = timeframeMs(series.timeframe);
  const first = firstAtOrAfter(series, period.from);
  const end = Math.max(first, firstAtOrAfter(series, period.end - lengthMs + 1));
  const warmUp = Math.min(first, warmUpBars);
  return { series: slice(series, first - warmUp, end), warmUp };
}

function slice(series: CandleSeries, from: number, to: number): CandleSeries {
  return {
    symbol: series.symbol,
    timeframe: series.timeframe,
    digits: series.digits,
    length: to - from,
    time: series.time.subarray(from, to),
    open: series.open.subarray(from, to),
    high: series.high.subarray(from, to),
    low: series.low.subarray(from, to),
    close: series.close.subarray(from, to),
    askOpen: series.askOpen.subarray(from, to),
    askHigh: series.askHigh.subarray(from, to),
    askLow: series.askLow.subarray(from, to),
    askClose: series.askClose.subarray(from, to),
  };
}
