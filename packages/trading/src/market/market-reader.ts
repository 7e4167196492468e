import { mayRevert, mayTrend } from '../analysts/may-lean.ts';
import { roundTo } from '../rounding.ts';
import type { CandleSeries } from './candle.ts';
import { createMarketFigures, type MarketFigures } from './indicators/market-figures.ts';
import {
  highestBefore,
  isAboveAllBefore,
  isBelowAllBefore,
  lowestBefore,
  zScoreAt,
} from './indicators/window.ts';

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

/** Bars of the channel, and of the mean of closes. */
const CHANNEL = 20;
const CLOSES = 20;

/**
 * Keeps the indicators of one series up to date, a bar at a time. `indicators` is one object that each
 * reading overwrites: a bar costs no allocation, and whoever wants to keep a reading copies it.
 */
export type MarketReader = {
  /** Rounded as in the snapshot; worked out when they are looked at, for most bars are too dull for that. */
  readonly indicators: SnapshotIndicators;
  readonly atrPoints: number;
  /**
   * Reads the next bar; bars are read once, in order, from the first.
   *
   * @returns whether there is a reading: enough bars, and a market that moves by a point at least
   * @throws RangeError when a bar is skipped or read twice
   */
  read(index: number): boolean;
  /**
   * How many of the offline analysts might lean the same way at the newest bar: never too few, perhaps
   * too many. It is told from figures that are not rounded, at little cost.
   */
  leaningAtMost(): number;
};

/**
 * A reader that has read nothing yet.
 *
 * @param from its first bar: from a thousand bars on nothing is left of where the averages began
 * @example const ready = createMarketReader(series).read(0); // false
 */
export function createMarketReader(series: CandleSeries, from = 0): MarketReader {
  const { high, low, close: closes } = series;
  const raw = noFigures();
  const readFigures = createMarketFigures(raw);
  const indicators = noIndicators();
  let next = from;
  let workedOut = true;

  const reader = {
    atrPoints: Number.NaN,
    get indicators() {
      if (!workedOut) workOut(indicators, raw, reader.atrPoints, series, next - 1);
      workedOut = true;
      return indicators;
    },
    read(index: number): boolean {
      if (index !== next || index >= series.length) {
        throw new RangeError(`bar ${index} was read where bar ${next} of ${series.length} was due`);
      }
      next += 1;
      const close = closes[index] ?? Number.NaN;
      readFigures(high[index] ?? Number.NaN, low[index] ?? Number.NaN, close);
      // The document holds the rounded ATR, and its distances are in units of what it holds.
      const atr = roundTo(raw.atr, 2);
      reader.atrPoints = atr;
      const ready = next - from >= WARM_UP_BARS && !(atr < 1);
      workedOut = !ready;
      return ready;
    },
    leaningAtMost(): number {
      const trend = mayTrend(raw.adx, (raw.ema20 - raw.ema50) / reader.atrPoints);
      const reversion = mayRevert(raw.rsi);
      // The third alone is one at most.
      if (trend === 0 && reversion === 0) return 1;
      const newest = next - 1;
      const close = closes[newest] ?? Number.NaN;
      let up = (trend > 0 ? 1 : 0) + (reversion > 0 ? 1 : 0);
      let down = (trend < 0 ? 1 : 0) + (reversion < 0 ? 1 : 0);
      if (isAboveAllBefore(high, newest, CHANNEL, close)) up += 1;
      else if (isBelowAllBefore(low, newest, CHANNEL, close)) down += 1;
      return Math.max(up, down);
    },
  };
  return reader;
}

function workOut(
  into: SnapshotIndicators,
  { ema20, ema50, rsi, atr: exactAtr, meanAtr, adx, plusDi, minusDi }: MarketFigures,
  atr: number,
  series: CandleSeries,
  index: number,
): void {
  const close = series.close[index] ?? Number.NaN;
  into.close_less_ema20 = roundTo((close - ema20) / atr, 3);
  into.close_less_ema50 = roundTo((close - ema50) / atr, 3);
  into.ema20_less_ema50 = roundTo((ema20 - ema50) / atr, 3);
  into.adx14 = roundTo(adx, 2);
  into.plus_di14 = roundTo(plusDi, 2);
  into.minus_di14 = roundTo(minusDi, 2);
  into.rsi14 = roundTo(rsi, 2);
  into.zscore20 = roundTo(zScoreAt(series.close, index, CLOSES), 2);
  into.above_high20 = roundTo((close - highestBefore(series.high, index, CHANNEL)) / atr, 3);
  into.below_low20 = roundTo((lowestBefore(series.low, index, CHANNEL) - close) / atr, 3);
  into.atr_ratio50 = roundTo(exactAtr / meanAtr, 2);
}

function noFigures(): MarketFigures {
  return {
    ema20: Number.NaN,
    ema50: Number.NaN,
    rsi: Number.NaN,
    atr: Number.NaN,
    meanAtr: Number.NaN,
    plusDi: Number.NaN,
    minusDi: Number.NaN,
    adx: Number.NaN,
  };
}

function noIndicators(): SnapshotIndicators {
  return {
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
  };
}
