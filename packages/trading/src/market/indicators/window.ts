/**
 * How far the newest value lies from the mean of the last `period` values, the newest included, in
 * their population standard deviations; 0 when they are all equal.
 *
 * @param index of the newest value; at least `period - 1`
 */
export function zScoreAt(values: Int32Array, index: number, period: number): number {
  let sum = 0;
  for (let i = index - period + 1; i <= index; i += 1) sum += values[i] ?? Number.NaN;
  const mean = sum / period;
  let squares = 0;
  for (let i = index - period + 1; i <= index; i += 1) {
    const distance = (values[i] ?? Number.NaN) - mean;
    squares += distance * distance;
  }
  return squares === 0 ? 0 : ((values[index] ?? Number.NaN) - mean) / Math.sqrt(squares / period);
}

/** Highest of the `period` values before `index`, that one excluded (the upper Donchian channel). */
export function highestBefore(values: Int32Array, index: number, period: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = index - period; i < index; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (value > highest) highest = value;
  }
  return highest;
}

/** Lowest of the `period` values before `index`, that one excluded (the lower Donchian channel). */
export function lowestBefore(values: Int32Array, index: number, period: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = index - period; i < index; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (value < lowest) lowest = value;
  }
  return lowest;
}

/** Whether a value lies above each of the `period` values before `index`; it stops at the first that says no. */
export function isAboveAllBefore(
  values: Int32Array,
  index: number,
  period: number,
  value: number,
): boolean {
  for (let i = index - 1; i >= index - period; i -= 1) {
    if (!(value > (values[i] ?? Number.NaN))) return false;
  }
  return true;
}

/** Whether a value lies below each of the `period` values before `index`; it stops at the first that says no. */
export function isBelowAllBefore(
  values: Int32Array,
  index: number,
  period: number,
  value: number,
): boolean {
  for (let i = index - 1; i >= index - period; i -= 1) {
    if (!(value < (values[i] ?? Number.NaN))) return false;
  }
  return true;
}

/** Mean of the last `period` values; NaN until there are so many. */
export function createMean(period: number): (value: number) => number {
  const ring = new Float64Array(period);
  let count = 0;
  let sum = 0;
  return (value) => {
    const at = count % period;
    sum += value - (ring[at] ?? 0);
    ring[at] = value;
    count += 1;
    // Adding and taking away drifts; each time round the ring the sum is made afresh.
    if (count % period === 0) {
      sum = 0;
      for (const each of ring) sum += each;
    }
    return count < period ? Number.NaN : sum / period;
  };
}
