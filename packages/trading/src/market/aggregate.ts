import { DAY_MS } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import { type CandleSeries, type Timeframe, timeframeMs } from './candle.ts';
import { instantFromServerTime, serverTimeMs } from './new-york-clock.ts';
import { tradingDayOf, tradingDayStart } from './trading-day.ts';

/** Which bars make up each longer bar: `first[k]` to `first[k + 1] - 1`, and when each of those opens. */
export type BarGroups = Readonly<{ count: number; first: Int32Array; time: Float64Array }>;

/**
 * Groups bars into longer ones as a terminal does: on the server's clock, so that H4 and D1 begin at the
 * server's midnight. A longer bar exists where at least one of its bars does, and is what those say.
 *
 * @param time opens of the bars, oldest first
 */
export function groupBars(time: Float64Array, length: number, timeframe: Timeframe): BarGroups {
  const first = new Int32Array(length + 1);
  const opens = new Float64Array(length);
  let count = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < length; index += 1) {
    const at = time[index] ?? Number.NaN;
    if (at < end) continue;
    const span = spanOf(at, timeframe);
    end = span.end;
    first[count] = index;
    opens[count] = span.open;
    count += 1;
  }
  first[count] = length;
  return { count, first: first.slice(0, count + 1), time: opens.slice(0, count) };
}

/** The longer bar of a moment. Where the clocks change, one of the server's H4 or D1 is an hour shorter or longer. */
function spanOf(at: number, timeframe: Timeframe): { open: number; end: number } {
  const moment = at as Parameters<typeof tradingDayOf>[0];
  if (timeframe === 'D1') {
    const day = tradingDayOf(moment);
    return { open: tradingDayStart(day), end: tradingDayStart(day + 1) };
  }
  const stepMs = timeframeMs(timeframe);
  // The server's clock is whole hours from UTC: shorter bars begin at the same moments on both.
  if (stepMs < DAY_MS / 6) {
    const open = Math.floor(at / stepMs) * stepMs;
    return { open, end: open + stepMs };
  }
  const open = Math.floor(serverTimeMs(moment) / stepMs) * stepMs;
  return { open: instantFromServerTime(open), end: instantFromServerTime(open + stepMs) };
}

/**
 * The same market in longer bars, both sides of the quote: first open, highest high, lowest low, last close.
 *
 * @returns the series itself where it has the timeframe already
 * @throws ValueError when the timeframe is shorter than the series' own
 * @example aggregateSeries(minutes, 'H1').timeframe // 'H1'
 */
export function aggregateSeries(series: CandleSeries, timeframe: Timeframe): CandleSeries {
  if (timeframe === series.timeframe) return series;
  if (timeframeMs(timeframe) < timeframeMs(series.timeframe)) {
    throw new ValueError(`${series.timeframe} bars cannot be made into shorter ${timeframe} bars`);
  }
  const groups = groupBars(series.time, series.length, timeframe);
  const { symbol, digits } = series;
  return {
    symbol,
    timeframe,
    digits,
    length: groups.count,
    time: groups.time,
    open: firstOf(series.open, groups),
    high: highestOf(series.high, groups),
    low: lowestOf(series.low, groups),
    close: lastOf(series.close, groups),
    askOpen: firstOf(series.askOpen, groups),
    askHigh: highestOf(series.askHigh, groups),
    askLow: lowestOf(series.askLow, groups),
    askClose: lastOf(series.askClose, groups),
  };
}

function firstOf(values: Int32Array, { count, first }: BarGroups): Int32Array {
  const found = new Int32Array(count);
  for (let group = 0; group < count; group += 1) found[group] = values[first[group] ?? 0] ?? 0;
  return found;
}

function lastOf(values: Int32Array, { count, first }: BarGroups): Int32Array {
  const found = new Int32Array(count);
  for (let group = 0; group < count; group += 1) {
    found[group] = values[(first[group + 1] ?? 0) - 1] ?? 0;
  }
  return found;
}

function highestOf(values: Int32Array, { count, first }: BarGroups): Int32Array {
  const found = new Int32Array(count);
  for (let group = 0; group < count; group += 1) {
    const end = first[group + 1] ?? 0;
    let highest = values[first[group] ?? 0] ?? 0;
    for (let index = (first[group] ?? 0) + 1; index < end; index += 1) {
      highest = Math.max(highest, values[index] ?? 0);
    }
    found[group] = highest;
  }
  return found;
}

/** The least value of each group: lows, and the spread that a terminal writes on its bars. */
export function lowestOf(values: Int32Array, { count, first }: BarGroups): Int32Array {
  const found = new Int32Array(count);
  for (let group = 0; group < count; group += 1) {
    const end = first[group + 1] ?? 0;
    let lowest = values[first[group] ?? 0] ?? 0;
    for (let index = (first[group] ?? 0) + 1; index < end; index += 1) {
      lowest = Math.min(lowest, values[index] ?? 0);
    }
    found[group] = lowest;
  }
  return found;
}
