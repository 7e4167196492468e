import type { CandleSeries } from './candle.ts';
import { createDirectional } from './indicators/directional.ts';
import { createEma } from './indicators/ema.ts';
import { createRsi } from './indicators/rsi.ts';
import { createMean, highestBefore, lowestBefore, zScoreAt } from './indicators/window.ts';
import { roundTo } from './rounding.ts';

/** Bars needed before the slowest average has forgotten where it began. */
export const WARM_UP_BARS = 100;

/** Averages and channels in ATR with 3 decimals, the rest with 2. */
export type SnapshotIndicators = {
  /** Newest close less the average. */
  close_less_ema20: number;
  close_less_ema50: number;
  ema20_less_ema50: number;
  adx14: number;
  plus_di14: number;
  minus_di14: number;
  rsi14: number;
  /** Newest close in standard deviations from the mean of 20 closes. */
  zscore20: number;
  /** Newest close above the highest, and below the lowest, of the 20 bars before it. */
  above_high20: number;
  below_low20: number;
  /** ATR(14) over its own mean of 50 bars. */
  atr_ratio50: number;
};

/**
 * Keeps the indicators of one series up to date, a bar at a time. `indicators` is one object that each
 * reading overwrites: a bar costs no allocation, and whoever wants to keep a reading copies it.
 */
export type MarketReader = {
  /** Rounded as in the snapshot. */
  readonly indicators: SnapshotIndicators;
  readonly atrPoints: number;
  /**
   * Reads the next bar; bars are read once, in order, from the first.
   *
   * @returns whether there is a reading: enough bars, and a market that moves by a point at least
   * @throws RangeError when a bar is skipped or read twice
   */
  read(index: number): boolean;
};

/** A reader that has read nothing yet. @example const ready = createMarketReader(series).read(0); // false */
export function createMarketReader(series: CandleSeries): MarketReader {
  const ema20 = createEma(20);
  const ema50 = createEma(50);
  const rsi14 = createRsi(14);
  const directional14 = createDirectional(14);
  const meanAtr50 = createMean(50);
  let next = 0;

  const reader = {
    atrPoints: Number.NaN,
    indicators: {
      close_less_ema20: 0,
      close_less_ema50: 0,
      ema20_less_ema50: 0,
      adx14: 0,
      plus_di14: 0,
      minus_di14: 0,
      rsi14: 0,
      zscore20: 0,
      above_high20: 0,
      below_low20: 0,
      atr_ratio50: 0,
    },
    read(index: number): boolean {
      if (index !== next || index >= series.length) {
        throw new RangeError(`bar ${index} was read where bar ${next} of ${series.length} was due`);
      }
      next += 1;
      const close = series.close[index] ?? Number.NaN;
      const fast = ema20(close);
      const slow = ema50(close);
      const rsi = rsi14(close);
      const direction = directional14(
        series.high[index] ?? Number.NaN,
        series.low[index] ?? Number.NaN,
        close,
      );
      const meanAtr = Number.isNaN(direction.atr) ? Number.NaN : meanAtr50(direction.atr);
      // The document holds the rounded ATR, and its distances are in units of what it holds.
      const atr = roundTo(direction.atr, 2);
      reader.atrPoints = atr;
      if (next < WARM_UP_BARS || atr < 1) return false;

      const into = reader.indicators;
      into.close_less_ema20 = roundTo((close - fast) / atr, 3);
      into.close_less_ema50 = roundTo((close - slow) / atr, 3);
      into.ema20_less_ema50 = roundTo((fast - slow) / atr, 3);
      into.adx14 = roundTo(direction.adx, 2);
      into.plus_di14 = roundTo(direction.plusDi, 2);
      into.minus_di14 = roundTo(direction.minusDi, 2);
      into.rsi14 = roundTo(rsi, 2);
      into.zscore20 = roundTo(zScoreAt(series.close, index, 20), 2);
      into.above_high20 = roundTo((close - highestBefore(series.high, index, 20)) / atr, 3);
      into.below_low20 = roundTo((lowestBefore(series.low, index, 20) - close) / atr, 3);
      into.atr_ratio50 = roundTo(direction.atr / meanAtr, 2);
      return true;
    },
  };
  return reader;
}
