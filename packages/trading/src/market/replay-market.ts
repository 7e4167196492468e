import type { MarketData } from '../loop/ports.ts';
import type { CandleSeries } from './candle.ts';
import { timeframeMs } from './candle.ts';

/**
 * Finished series as a market: every bar at once, merged in the order in which they closed; bars that
 * close together come in the order of the series.
 *
 * @param from index of the first bar of each series; bars before it have closed already
 * @example runTradingLoop({ market: createReplayMarket([eurusd]), … }, settings);
 */
export function createReplayMarket(
  series: readonly CandleSeries[],
  from: readonly number[] = [],
): MarketData {
  const next = Int32Array.from(series, (_, at) => from[at] ?? 0);
  const lengthMs = series.map((each) => timeframeMs(each.timeframe));

  /** One series needs no search for the earliest bar. */
  function advanceAlone(): boolean {
    const index = market.barIndex + 1;
    if (index >= (series[0]?.length ?? 0)) return false;
    market.seriesIndex = 0;
    market.barIndex = index;
    return true;
  }

  const market = {
    series,
    seriesIndex: -1,
    barIndex: series.length === 1 ? (from[0] ?? 0) - 1 : -1,
    moreAtOnce: false,
    advance(): boolean {
      if (series.length === 1) return advanceAlone();
      let earliest = Number.POSITIVE_INFINITY;
      let found = -1;
      let more = false;
      for (let i = 0; i < series.length; i += 1) {
        const closes = (series[i]?.time[next[i] ?? 0] ?? Number.NaN) + (lengthMs[i] ?? 0);
        const left = (next[i] ?? 0) < (series[i]?.length ?? 0);
        if (left && closes < earliest) {
          earliest = closes;
          found = i;
          more = false;
        } else if (left && closes === earliest) more = true;
      }
      if (found < 0) return false;
      market.seriesIndex = found;
      market.barIndex = next[found] ?? 0;
      market.moreAtOnce = more;
      next[found] = market.barIndex + 1;
      return true;
    },
  };
  return market;
}
