import { createWilder } from './ema.ts';

/** Readings of one bar; NaN until warm. `atr` is in the unit of the prices, the others 0 to 100. */
export type DirectionalReading = { atr: number; plusDi: number; minusDi: number; adx: number };

/**
 * Wilder's average true range and directional movement in one pass, for they share the true range.
 * ATR and the two DI read from bar number `period + 1`, ADX from bar number `2 * period`.
 *
 * @returns a function that takes the next bar and returns its reading: always the same object,
 *   overwritten by the next call, so that a bar allocates nothing
 * @see J. Welles Wilder, New Concepts in Technical Trading Systems, 1978
 */
export function createDirectional(
  period: number,
): (high: number, low: number, close: number) => DirectionalReading {
  const range = createWilder(period);
  const plus = createWilder(period);
  const minus = createWilder(period);
  const direction = createWilder(period);
  const reading = { atr: Number.NaN, plusDi: Number.NaN, minusDi: Number.NaN, adx: Number.NaN };
  let highBefore = Number.NaN;
  let lowBefore = Number.NaN;
  let closeBefore = Number.NaN;

  return (high, low, close) => {
    if (!Number.isNaN(closeBefore)) {
      const up = high - highBefore;
      const down = lowBefore - low;
      const trueRange = Math.max(high, closeBefore) - Math.min(low, closeBefore);
      const atr = range(trueRange);
      const plusMove = plus(up > down && up > 0 ? up : 0);
      const minusMove = minus(down > up && down > 0 ? down : 0);
      reading.atr = atr;
      // A market without any range has no direction either; 0/0 must not poison the averages.
      reading.plusDi = atr === 0 ? 0 : (100 * plusMove) / atr;
      reading.minusDi = atr === 0 ? 0 : (100 * minusMove) / atr;
      if (!Number.isNaN(atr)) {
        const sum = reading.plusDi + reading.minusDi;
        reading.adx = direction(
          sum === 0 ? 0 : (100 * Math.abs(reading.plusDi - reading.minusDi)) / sum,
        );
      }
    }
    highBefore = high;
    lowBefore = low;
    closeBefore = close;
    return reading;
  };
}
