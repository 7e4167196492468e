import type { CandleSeries } from '@quorate/trading/market/candle';
import type { SeriesPart } from '../../markets/period.ts';

/**
 * The same bars in memory that threads share, copied once: a thread that is handed them copies nothing.
 *
 * @example worker.postMessage({ parts: shareParts(parts) })
 */
export function shareParts(parts: readonly SeriesPart[]): readonly SeriesPart[] {
  return parts.map(({ series, warmUp }) => ({ series: shareSeries(series), warmUp }));
}

function shareSeries(series: CandleSeries): CandleSeries {
  const time = new Float64Array(new SharedArrayBuffer(series.length * 8));
  time.set(series.time.subarray(0, series.length));
  const { symbol, timeframe, digits, length } = series;
  const shared = (column: Int32Array) => {
    const copy = new Int32Array(new SharedArrayBuffer(length * 4));
    copy.set(column.subarray(0, length));
    return copy;
  };
  return {
    symbol,
    timeframe,
    digits,
    length,
    time,
    open: shared(series.open),
    high: shared(series.high),
    low: shared(series.low),
    close: shared(series.close),
    askOpen: shared(series.askOpen),
    askHigh: shared(series.askHigh),
    askLow: shared(series.askLow),
    askClose: shared(series.askClose),
  };
}
