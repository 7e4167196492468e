import { DAY_MS, instant } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import { type CandleSeries, type Timeframe, timeframeMs } from './candle.ts';
import { createCandleBuilder } from './candle-builder.ts';
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

/**
 * Longer bars as they are completed, one shorter bar after the other: the same as `aggregateSeries` makes of all of
 * them, without the last one while it is not complete.
 *
 * @example
 * const hours = createAggregator(minutes.series, 'H1');
 * minutes.push(bar); // the 60th of an hour
 * hours.take(); // 1
 */
export type Aggregator = Readonly<{
  /** One object for its whole life. */
  series: CandleSeries;
  /** Takes in what has been added to the shorter bars. @returns how many longer bars that completed */
  take(): number;
}>;

export function createAggregator(shorter: CandleSeries, timeframe: Timeframe): Aggregator {
  const { symbol, digits } = shorter;
  const { series, push } = createCandleBuilder({ symbol, timeframe, digits });
  const stepMs = timeframeMs(shorter.timeframe);
  let taken = 0;
  let first = 0;
  let end = Number.NEGATIVE_INFINITY;
  let open = 0;

  function complete(): void {
    let [high, low, askHigh, askLow] = [-Infinity, Infinity, -Infinity, Infinity];
    for (let at = first; at < taken; at += 1) {
      high = Math.max(high, shorter.high[at] ?? 0);
      low = Math.min(low, shorter.low[at] ?? 0);
      askHigh = Math.max(askHigh, shorter.askHigh[at] ?? 0);
      askLow = Math.min(askLow, shorter.askLow[at] ?? 0);
    }
    push({
      time: instant(open),
      open: shorter.open[first] ?? 0,
      high,
      low,
      close: shorter.close[taken - 1] ?? 0,
      askOpen: shorter.askOpen[first] ?? 0,
      askHigh,
      askLow,
      askClose: shorter.askClose[taken - 1] ?? 0,
    });
    first = taken;
  }

  return {
    series,
    take() {
      const had = series.length;
      while (taken < shorter.length) {
        const at = shorter.time[taken] ?? 0;
        if (at >= end) {
          // A market that shut in the middle of a longer bar completes it with its next price.
          if (first < taken) complete();
          ({ open, end } = spanOf(at, timeframe));
        }
        taken += 1;
        if (at + stepMs >= end) complete();
      }
      return series.length - had;
    },
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
