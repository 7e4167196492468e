import type { Tally } from './block-bootstrap.ts';

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

export const DAY_FIGURES = [
  'sharpe_ratio',
  'sortino_ratio',
  'calmar_ratio',
  'annual_return',
] as const;
export type DayFigure = (typeof DAY_FIGURES)[number];

/**
 * Figures of daily returns taken in some order, made yearly, without a risk-free rate; NaN where there is
 * nothing to divide by. Sharpe: mean over sample standard deviation. Sortino: mean over the downside deviation
 * towards 0, the root of the mean squared loss over all days. Calmar: growth over the deepest fall.
 */
export function dayFigures(returns: readonly number[]): Tally<DayFigure> {
  let n = 0;
  let sum = 0;
  let squares = 0;
  let downside = 0;
  let growth = 1;
  let peak = 1;
  let fall = 0;
  return {
    clear() {
      n = sum = squares = downside = fall = 0;
      growth = peak = 1;
    },
    add(index) {
      const change = returns[index] ?? Number.NaN;
      n += 1;
      sum += change;
      squares += change * change;
      if (change < 0) downside += change * change;
      growth *= 1 + change;
      peak = Math.max(peak, growth);
      fall = Math.max(fall, 1 - growth / peak);
    },
    figures() {
      const mean = sum / n;
      const year = Math.sqrt(DAYS_A_YEAR);
      const spread = squares - sum * mean;
      // Equal returns leave a rest of rounding, which is no risk.
      const varies = n > 1 && spread > squares * 1e-12;
      const yearly = growth > 0 ? 100 * (growth ** (DAYS_A_YEAR / n) - 1) : Number.NaN;
      return {
        sharpe_ratio: varies ? (mean / Math.sqrt(spread / (n - 1))) * year : Number.NaN,
        sortino_ratio: downside > 0 ? (mean / Math.sqrt(downside / n)) * year : Number.NaN,
        calmar_ratio: fall > 0 ? yearly / (100 * fall) : Number.NaN,
        annual_return: yearly,
      };
    },
  };
}

/** @returns null with fewer than 20 returns, or where there is nothing to divide by */
export function dayFigure(returns: readonly number[] | null, figure: DayFigure): number | null {
  if (returns === null || returns.length < LEAST_DAYS) return null;
  const tally = dayFigures(returns);
  for (const index of returns.keys()) tally.add(index);
  const value = tally.figures()[figure];
  return Number.isNaN(value) ? null : value;
}
