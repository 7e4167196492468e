/** A 95% interval; null on a side that has no end. */
export type Interval = Readonly<{ low: number | null; high: number | null }>;

/** Two-sided 95% quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval of a rate, in percent. Unlike the textbook's it stays within 0 and 100 and is
 * right for few trades, too. It is for draws that are independent; results of trades are not: `rateInterval`.
 *
 * @returns null without any
 * @example wilsonInterval(8, 10) // { low: 49.02, high: 94.33 } (rounded)
 */
export function wilsonInterval(hits: number, n: number): Interval | null {
  if (n === 0) return null;
  const ends = scoreEnds(hits / n, n, Z_95);
  // At 0 and at n the ends are exact; rounding would leave a rest.
  return { low: hits === 0 ? 0 : ends.low, high: hits === n ? 100 : ends.high };
}

/** Wilson's ends, in percent, of a rate that is known as well as `n` independent draws would tell it. */
export function scoreEnds(
  rate: number,
  n: number,
  quantile: number,
): { low: number; high: number } {
  const scale = 1 + (quantile * quantile) / n;
  const middle = (rate + (quantile * quantile) / (2 * n)) / scale;
  const half =
    (quantile * Math.sqrt((rate * (1 - rate)) / n + (quantile * quantile) / (4 * n * n))) / scale;
  return {
    low: Math.max(0, 100 * (middle - half)),
    high: Math.min(100, 100 * (middle + half)),
  };
}
