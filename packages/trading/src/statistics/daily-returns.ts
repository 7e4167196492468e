/** Trading days a year, by which daily figures are made yearly. */
export const DAYS_A_YEAR = 252;

/** Fewer daily returns than these say nothing. */
export const LEAST_DAYS = 20;

/**
 * Return of each day over the day before.
 *
 * @param equities at the end of each trading day, oldest first; the first is the start
 * @returns null when one of them, the last excepted, is 0 or less: no return can be taken on it
 */
export function dailyReturns(equities: readonly number[]): number[] | null {
  const returns: number[] = [];
  for (let day = 1; day < equities.length; day += 1) {
    const before = equities[day - 1] ?? Number.NaN;
    if (!(before > 0)) return null;
    returns.push((equities[day] ?? Number.NaN) / before - 1);
  }
  return returns;
}

/**
 * Mean daily return over its sample standard deviation, times the square root of 252. No risk-free rate.
 *
 * @returns null with fewer than 20 returns or when they do not vary
 */
export function sharpeRatio(returns: readonly number[] | null): number | null {
  if (returns === null || returns.length < LEAST_DAYS) return null;
  const mean = meanOf(returns);
  const variance = returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (returns.length - 1);
  return ratio(mean, variance);
}

/**
 * Mean daily return over the downside deviation towards 0 (root of the mean squared loss over all
 * days), times the square root of 252.
 *
 * @returns null with fewer than 20 returns or when no day lost
 */
export function sortinoRatio(returns: readonly number[] | null): number | null {
  if (returns === null || returns.length < LEAST_DAYS) return null;
  const downside = returns.reduce((sum, r) => sum + Math.min(r, 0) ** 2, 0) / returns.length;
  return ratio(meanOf(returns), downside);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ratio(mean: number, variance: number): number | null {
  // Equal returns leave a rest of rounding in the variance, which is no risk.
  if (variance <= mean * mean * 1e-20) return null;
  return (mean / Math.sqrt(variance)) * Math.sqrt(DAYS_A_YEAR);
}
