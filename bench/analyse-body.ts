import { RAW_BARS_MAX } from '@quorate/contract/decisions';
import { snapshotHashOf } from '@quorate/run/wire';
import { type CandleSeries, timeframeMs } from '@quorate/trading/market/candle';
import { rawBarsOf } from '@quorate/trading/market/raw-bars';
import type { Snapshot } from '@quorate/trading/market/snapshot';

/** What a bot of before sent to have a snapshot analysed; past ones are for paper accounts. */
export function analyseBody(snapshot: Snapshot, kind: 'paper' | 'terminal' = 'paper'): object {
  return {
    account: { kind, server: 'Bench', login: '1', account_type: 'demo', currency: 'USD' },
    snapshot,
    snapshot_hash: snapshotHashOf(snapshot),
    trades_opened_today: 0,
  };
}

/** What the bot sends about one snapshot after the other: with all bars at first, and then with those that are new. */
export function createAnalyseBodies(series: CandleSeries): (snapshot: Snapshot) => object {
  let last = -1;
  return (snapshot) => {
    const opened = Date.parse(snapshot.as_of) - timeframeMs(series.timeframe);
    const index = series.time.indexOf(opened);
    const after = last;
    last = index;
    const body = analyseBody(snapshot);
    if (after < 0)
      return { ...body, bars: rawBarsOf(series, Math.max(0, index - RAW_BARS_MAX + 1), index) };
    const bars_after = (series.time[after] ?? 0) / 1_000;
    return { ...body, bars: rawBarsOf(series, after + 1, index), bars_after };
  };
}
