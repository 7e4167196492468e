import { percentile } from './percentile.ts';

/** A 95% interval; null on a side that has no end, such as the profit factor of a record that may hold no loss. */
export type Interval = Readonly<{ low: number | null; high: number | null }>;

/** Two-sided 95% quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval of a rate, in percent. Unlike the textbook's it stays within 0 and 100 and is
 * right for few trades, too.
 *
 * @returns null without any
 * @example wilsonInterval(8, 10) // { low: 49.02, high: 94.33 } (rounded)
 */
export function wilsonInterval(hits: number, n: number): Interval | null {
  if (n === 0) return null;
  const rate = hits / n;
  const scale = 1 + (Z_95 * Z_95) / n;
  const middle = (rate + (Z_95 * Z_95) / (2 * n)) / scale;
  const half = (Z_95 * Math.sqrt((rate * (1 - rate)) / n + (Z_95 * Z_95) / (4 * n * n))) / scale;
  // At 0 and at n the ends are exact; rounding would leave a rest.
  return {
    low: hits === 0 ? 0 : Math.max(0, 100 * (middle - half)),
    high: hits === n ? 100 : Math.min(100, 100 * (middle + half)),
  };
}

/** A resampled interval needs this share of the resamples to have a figure at all. */
const LEAST_DEFINED = 0.95;

/**
 * The middle 95% of a figure's values over resamples.
 *
 * @param values NaN where a resample has no such figure
 * @returns null when too many have none
 */
export function percentileInterval(values: Float64Array): Interval | null {
  const defined = values.filter((value) => !Number.isNaN(value)).sort();
  if (defined.length === 0 || defined.length < values.length * LEAST_DEFINED) return null;
  const end = (share: number) => {
    const level = percentile(defined, share);
    return Number.isFinite(level) ? level : null;
  };
  return { low: end(0.025), high: end(0.975) };
}
