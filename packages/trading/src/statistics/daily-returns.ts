import { type Estimate, meanOf, ratioToDeviation, scaled } from './estimate.ts';

/** Trading days a year, by which daily figures are made yearly. */
export const DAYS_A_YEAR = 252;

/** From fewer daily returns nobody can tell a Sharpe ratio: half a year's trading. */
export const LEAST_DAYS = 120;

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
 * Yearly figures of daily returns, without a risk-free rate; NaN where there is nothing to divide by. Sharpe:
 * mean over sample standard deviation. Sortino: mean over the downside deviation towards 0, the root of the
 * mean squared loss over all days. `growth`: mean logarithm of a day's growth.
 */
export function dayEstimates(returns: Float64Array) {
  const year = Math.sqrt(DAYS_A_YEAR);
  return {
    sharpe_ratio: scaled(ratioToDeviation(returns), year),
    sortino_ratio: scaled(ratioToDownside(returns), year),
    growth: meanOf(returns.map((change) => Math.log1p(change))),
  } satisfies Record<string, Estimate>;
}

function ratioToDownside(returns: Float64Array): Estimate {
  const n = returns.length;
  const mean = returns.reduce((sum, change) => sum + change, 0) / n;
  const square = returns.reduce((sum, change) => sum + Math.min(change, 0) ** 2, 0) / n;
  const downside = square > 0 ? Math.sqrt(square) : Number.NaN;
  return {
    value: mean / downside,
    influences: returns.map(
      (change) =>
        (change - mean) / downside -
        (mean / (2 * downside ** 3)) * (Math.min(change, 0) ** 2 - square),
    ),
    scale: 'plain',
  };
}

/** Growth in percent at the pace of a year. @param growth mean logarithm of a day's growth */
export function yearlyPercent(growth: number): number {
  return 100 * Math.expm1(DAYS_A_YEAR * growth);
}

/** Yearly growth over the deepest fall, both in percent; NaN without a fall. */
export function calmarRatio(returns: Float64Array): number {
  let growth = 1;
  let peak = 1;
  let fall = 0;
  for (const change of returns) {
    growth *= 1 + change;
    peak = Math.max(peak, growth);
    fall = Math.max(fall, 1 - growth / peak);
  }
  if (fall === 0) return Number.NaN;
  return yearlyPercent(Math.log(growth) / returns.length) / (100 * fall);
}

/** @returns null with fewer than 120 returns, or where there is nothing to divide by */
export function dayFigure(
  returns: readonly number[] | null,
  figure: 'sharpe_ratio' | 'sortino_ratio',
): number | null {
  if (returns === null || returns.length < LEAST_DAYS) return null;
  const { value } = dayEstimates(Float64Array.from(returns))[figure];
  return Number.isFinite(value) ? value : null;
}
