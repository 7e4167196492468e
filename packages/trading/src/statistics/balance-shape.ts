import { balanceCurve } from './drawdown.ts';

/** How straight a balance curve is. */
export type LinearRegression = Readonly<{
  /** Pearson's correlation of the balance with the trade number, -1 to 1. */
  correlation: number | null;
  /** Standard error of the balance around its regression line, in minor units. */
  standardErrorMinor: number | null;
}>;

/**
 * Fits a line through the balances, the start included as point 0.
 *
 * @returns null figures with fewer than 3 points, and a null correlation for a balance that never moved
 */
export function regressionOf(startMinor: number, nets: readonly number[]): LinearRegression {
  const levels = [startMinor, ...balanceCurve(startMinor, nets)];
  const n = levels.length;
  if (n < 3) return { correlation: null, standardErrorMinor: null };
  const meanX = (n - 1) / 2;
  // Around the start: balances are large and their differences small.
  const meanY = levels.reduce((sum, level) => sum + (level - startMinor), 0) / n;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const [x, level] of levels.entries()) {
    const y = level - startMinor - meanY;
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * y;
    yy += y * y;
  }
  const unexplained = Math.max(0, yy - (xy * xy) / xx);
  return {
    correlation: yy === 0 ? null : xy / Math.sqrt(xx * yy),
    standardErrorMinor: Math.sqrt(unexplained / (n - 2)),
  };
}

/**
 * Mean growth of the balance by one trade, as factors: 1.01 is 1%. Arithmetic (AHPR) and geometric
 * (GHPR).
 *
 * @returns null without trades, or when the balance before a trade was 0 or less
 */
export function holdingPeriodReturns(
  startMinor: number,
  nets: readonly number[],
): Readonly<{ arithmetic: number; geometric: number }> | null {
  let before = startMinor;
  let sum = 0;
  for (const net of nets) {
    if (before <= 0) return null;
    sum += (before + net) / before;
    before += net;
  }
  if (nets.length === 0 || before < 0) return null;
  return { arithmetic: sum / nets.length, geometric: (before / startMinor) ** (1 / nets.length) };
}

/**
 * Whether wins follow wins more often than chance would have it: above 0 the results alternate, below
 * 0 they come in runs. Z = (N(R - 0.5) - P) / sqrt(P(P - N) / (N - 1)) with N wins and losses, R runs
 * and P = 2 * wins * losses. Trades that broke even are left out.
 *
 * @returns null without a win or a loss, and where the root is of 0 or less
 */
export function runsZScore(nets: readonly number[]): number | null {
  const signs = nets.filter((net) => net !== 0).map(Math.sign);
  const n = signs.length;
  const wins = signs.filter((sign) => sign > 0).length;
  const p = 2 * wins * (n - wins);
  const runs = signs.filter((sign, i) => sign !== signs[i - 1]).length;
  const spread = (p * (p - n)) / (n - 1);
  return spread > 0 ? (n * (runs - 0.5) - p) / Math.sqrt(spread) : null;
}
