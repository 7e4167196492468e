import type { CandleSeries } from '../market/candle.ts';
import { createDirectional } from '../market/indicators/directional.ts';
import { createEma } from '../market/indicators/ema.ts';
import { createRsi } from '../market/indicators/rsi.ts';
import { highestBefore, lowestBefore, zScoreAt } from '../market/indicators/window.ts';
import type { SnapshotIndicators } from '../market/market-reader.ts';

/** What a reader tells of one bar; `atrPoints` is rounded to hundredths. */
export type PlainReading = Readonly<{ atrPoints: number; indicators: SnapshotIndicators }>;

/**
 * The readings of a series worked out in the plainest way, every figure of every bar: slow, and what the
 * market reader must equal to the last bit.
 */
export function plainReadings(series: CandleSeries): readonly (PlainReading | undefined)[] {
  const ema20 = createEma(20);
  const ema50 = createEma(50);
  const rsi14 = createRsi(14);
  const directional14 = createDirectional(14);
  const ranges: number[] = [];
  let sum = 0;
  return Array.from({ length: series.length }, (_, index) => {
    const close = series.close[index] ?? Number.NaN;
    const fast = ema20(close);
    const slow = ema50(close);
    const rsi = rsi14(close);
    const [high, low] = [series.high[index] ?? Number.NaN, series.low[index] ?? Number.NaN];
    const { atr: exact, adx, plusDi, minusDi } = directional14(high, low, close);
    if (!Number.isNaN(exact)) {
      ranges.push(exact);
      sum += exact - (ranges.at(-51) ?? 0);
      // The reader makes its sum afresh each time round, in the order of its ring.
      if (ranges.length % 50 === 0)
        sum = ranges.slice(-50).reduce((total, each) => total + each, 0);
    }
    const atr = rounded(exact, 2);
    if (index + 1 < 100 || atr < 1) return undefined;
    return {
      atrPoints: atr,
      indicators: {
        close_less_ema20: rounded((close - fast) / atr, 3),
        close_less_ema50: rounded((close - slow) / atr, 3),
        ema20_less_ema50: rounded((fast - slow) / atr, 3),
        adx14: rounded(adx, 2),
        plus_di14: rounded(plusDi, 2),
        minus_di14: rounded(minusDi, 2),
        rsi14: rounded(rsi, 2),
        zscore20: rounded(zScoreAt(series.close, index, 20), 2),
        above_high20: rounded((close - highestBefore(series.high, index, 20)) / atr, 3),
        below_low20: rounded((lowestBefore(series.low, index, 20) - close) / atr, 3),
        atr_ratio50: rounded(exact / (sum / 50), 2),
      },
    };
  });
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const result = Math.round(value * scale) / scale;
  return result === 0 ? 0 : result;
}
