import { isoFromInstant } from '@quorate/values/instant';
import { roundTo } from '../rounding.ts';
import type { CandleSeries, Timeframe } from './candle.ts';
import { closeTimeAt } from './candle.ts';
import { isCrossed } from './candle-faults.ts';
import type { SnapshotIndicators } from './market-reader.ts';
import { createMarketReader } from './market-reader.ts';
import type { Session } from './session.ts';
import { sessionAt } from './session.ts';

/** Closed bars a snapshot carries, oldest first. */
export const SNAPSHOT_BARS = 30;

/**
 * What the analysts see. This type alone keeps the wire's snake_case inside the core: the document is
 * hashed and stored byte for byte, so it must be the same object on both sides of the wire.
 */
export type Snapshot = {
  v: 1;
  symbol: string;
  timeframe: Timeframe;
  /** Close of the newest bar, ISO 8601 in UTC. */
  as_of: string;
  digits: number;
  /** ATR(14) in points, 2 decimals. */
  atr_points: number;
  /** Spread at as_of in points. */
  spread_points: number;
  /** [open, high, low, close] less the newest close, in ATR, 2 decimals. */
  bars: [number, number, number, number][];
  indicators: SnapshotIndicators;
  session: Session;
};

/**
 * The document of the newest bar read. Closed bars only, and only those up to `index`: nothing that
 * happened later can change a byte of it. Every figure is rounded, so that its canonical JSON is the
 * same on every machine.
 *
 * @param atrPoints and indicators: the reading of that bar
 */
export function snapshotAt(
  series: CandleSeries,
  index: number,
  atrPoints: number,
  indicators: SnapshotIndicators,
): Snapshot {
  const { close } = series;
  const asOf = closeTimeAt(series, index);
  const newest = close[index] ?? Number.NaN;
  const bars: Snapshot['bars'] = [];
  for (let i = index - SNAPSHOT_BARS + 1; i <= index; i += 1) {
    bars.push(snapshotBarOf(series, i, atrPoints, newest));
  }
  return {
    v: 1,
    symbol: series.symbol,
    timeframe: series.timeframe,
    as_of: isoFromInstant(asOf),
    digits: series.digits,
    atr_points: atrPoints,
    spread_points: (series.askClose[index] ?? Number.NaN) - newest,
    bars,
    indicators: { ...indicators },
    session: sessionAt(asOf),
  };
}

/** A bar as a snapshot has it: less the newest close, in ATR. @param newest the bar's own where that is the newest */
export function snapshotBarOf(
  { open, high, low, close }: CandleSeries,
  index: number,
  atrPoints: number,
  newest = close[index] ?? Number.NaN,
): [number, number, number, number] {
  const inAtr = (points = Number.NaN) => roundTo((points - newest) / atrPoints, 2);
  return [inAtr(open[index]), inAtr(high[index]), inAtr(low[index]), inAtr(close[index])];
}

/**
 * The snapshot of bar `index`, read from the first bar on: for tests and single questions. A loop keeps
 * a market reader instead and reads each bar once.
 *
 * @returns undefined before `WARM_UP_BARS` bars, on a market that does not move, and on a crossed quote
 */
export function buildSnapshot(series: CandleSeries, index: number): Snapshot | undefined {
  const reader = createMarketReader(series);
  let ready = false;
  for (let i = 0; i <= index; i += 1) ready = reader.read(i);
  if (!ready || isCrossed(series, index)) return undefined;
  return snapshotAt(series, index, reader.atrPoints, reader.indicators);
}
