import type { Tally } from './block-bootstrap.ts';
import { DAYS_A_YEAR } from './daily-returns.ts';

export const DAY_FIGURES = [
  'sharpe_ratio',
  'sortino_ratio',
  'calmar_ratio',
  'annual_return',
] as const;
export type DayFigure = (typeof DAY_FIGURES)[number];

/** Figures of daily returns taken in some order; NaN where there is nothing to divide by. */
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
