import { isoFromInstant } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import type { BidCandle, Candle, CandleSeries, Timeframe } from './candle.ts';

/** A series that grows. `series` is one object for its whole life: what was read from it stays valid. */
export type CandleBuilder = Readonly<{
  series: CandleSeries;
  /** @throws ValueError when a price is not a whole number of points below 2^31 */
  push(candle: Candle): void;
  /** Stores ask = bid + spread. @throws ValueError as `push` */
  pushBid(candle: BidCandle, spreadPoints: number): void;
}>;

type Growing = { -readonly [Key in keyof CandleSeries]: CandleSeries[Key] };

/**
 * Collects bars oldest first. It stores what it is given, in the order it is given: `candleFaults`
 * says whether the result may be traded on.
 *
 * @param capacity bars to make room for; the arrays double when it is exceeded
 * @example
 * const builder = createCandleBuilder({ symbol: 'EURUSD', timeframe: 'H1', digits: 5 });
 * builder.pushBid({ time, open: 103515, high: 103579, low: 103487, close: 103556 }, 5);
 * builder.series.askClose[0]; // 103561
 */
export function createCandleBuilder(
  market: { symbol: string; timeframe: Timeframe; digits: number },
  capacity = 1_024,
): CandleBuilder {
  const series: Growing = { ...market, length: 0, ...emptyColumns(Math.max(1, capacity)) };

  function push(candle: Candle): void {
    const prices = [
      candle.open,
      candle.high,
      candle.low,
      candle.close,
      candle.askOpen,
      candle.askHigh,
      candle.askLow,
      candle.askClose,
    ];
    for (const points of prices) {
      // The arrays would wrap a larger number round without a word.
      if ((points | 0) !== points) {
        const when = isoFromInstant(candle.time);
        throw new ValueError(
          `${points} is not a price in whole points below 2^31 (bar of ${when})`,
        );
      }
    }
    if (series.length === series.time.length) grow(series);
    const at = series.length;
    series.time[at] = candle.time;
    series.open[at] = candle.open;
    series.high[at] = candle.high;
    series.low[at] = candle.low;
    series.close[at] = candle.close;
    series.askOpen[at] = candle.askOpen;
    series.askHigh[at] = candle.askHigh;
    series.askLow[at] = candle.askLow;
    series.askClose[at] = candle.askClose;
    series.length = at + 1;
  }

  function pushBid(candle: BidCandle, spreadPoints: number): void {
    push({
      ...candle,
      askOpen: candle.open + spreadPoints,
      askHigh: candle.high + spreadPoints,
      askLow: candle.low + spreadPoints,
      askClose: candle.close + spreadPoints,
    });
  }

  return { series, push, pushBid };
}

function emptyColumns(capacity: number) {
  return {
    time: new Float64Array(capacity),
    open: new Int32Array(capacity),
    high: new Int32Array(capacity),
    low: new Int32Array(capacity),
    close: new Int32Array(capacity),
    askOpen: new Int32Array(capacity),
    askHigh: new Int32Array(capacity),
    askLow: new Int32Array(capacity),
    askClose: new Int32Array(capacity),
  };
}

function grow(series: Growing): void {
  const old = { ...series };
  Object.assign(series, emptyColumns(old.time.length * 2));
  series.time.set(old.time);
  series.open.set(old.open);
  series.high.set(old.high);
  series.low.set(old.low);
  series.close.set(old.close);
  series.askOpen.set(old.askOpen);
  series.askHigh.set(old.askHigh);
  series.askLow.set(old.askLow);
  series.askClose.set(old.askClose);
}
