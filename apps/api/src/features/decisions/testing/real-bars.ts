import { createHash } from 'node:crypto';
import { RAW_BARS_MAX } from '@quorate/contract/decisions';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { generateMarket } from '@quorate/trading/market/market-generator';
import { type RawBar, rawBarsOf } from '@quorate/trading/market/raw-bars';
import { buildSnapshot } from '@quorate/trading/market/snapshot';
import { instantFromIso } from '@quorate/values/instant';
import { accountInput } from '../../../../test/helpers/builders.ts';

/** Hourly bars whose newest closes at the tests' clock: 2026-03-02T10:00:00Z. */
export function hourlyBars(seed = 4, bars = 700): CandleSeries {
  const end = instantFromIso('2026-03-02T10:00:00Z');
  return generateMarket({ symbol: 'EURUSD', timeframe: 'H1', digits: 5, bars, end, seed });
}

/**
 * What a bot sends about a bar of a series.
 *
 * @param after bar that was sent last; without it the newest 1,500 up to this one are sent
 */
export function barsRequest(
  series: CandleSeries,
  index: number,
  { after, ...changes }: { after?: number } & Record<string, unknown> = {},
) {
  const snapshot = buildSnapshot(series, index);
  if (!snapshot) throw new Error(`bar ${index} has no snapshot`);
  const bars: RawBar[] = rawBarsOf(
    series,
    after === undefined ? Math.max(0, index - RAW_BARS_MAX + 1) : after + 1,
    index,
  );
  return {
    body: {
      account: accountInput({ kind: 'paper' }),
      snapshot,
      snapshot_hash: createHash('sha256').update(canonicalJson(snapshot)).digest('hex'),
      trades_opened_today: 0,
      bars: bars as [number, number, number, number, number, number][],
      ...(after !== undefined && { bars_after: (series.time[after] ?? 0) / 1_000 }),
      ...changes,
    },
  };
}
