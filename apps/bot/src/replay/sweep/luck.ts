import { DAYS_A_YEAR, dayFigure } from '@quorate/trading/statistics/daily-returns';

/** Daily returns of a run, as what luck is judged by needs them. */
export type ReturnMoments = Readonly<{
  days: number;
  /** Mean over sample standard deviation, of a day. */
  sharpe: number;
  /** 0 for a symmetric distribution. */
  skewness: number;
  /** 3 for a normal one. */
  kurtosis: number;
}>;

/** @returns null with fewer than 120 returns or when they do not vary */
export function momentsOf(returns: readonly number[]): ReturnMoments | null {
  const yearly = dayFigure(returns, 'sharpe_ratio');
  if (yearly === null) return null;
  const n = returns.length;
  const mean = returns.reduce((sum, r) => sum + r, 0) / n;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (const r of returns) {
    const d = r - mean;
    second += d * d;
    third += d * d * d;
    fourth += d * d * d * d;
  }
  const variance = second / n;
  return {
    days: n,
    sharpe: yearly / Math.sqrt(DAYS_A_YEAR),
    skewness: third / n / variance ** 1.5,
    kurtosis: fourth / n / variance ** 2,
  };
}

export type Luck = Readonly<{
  tries: number;
  /** Yearly Sharpe ratio of the best. */
  best: number;
  /** Yearly Sharpe ratio that the best of as many tries without any edge would be expected to have. */
  expectedOfLuck: number;
  /** Probability that the best one's true Sharpe ratio is above that, in percent. */
  abovePercent: number;
}>;

const EULER = 0.5772156649015329;

/**
 * How much of the best of several tries may be luck. The best of N tries without an edge is expected at
 * s × ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1 − 1/(N e))), with s the spread of the tries' daily Sharpe ratios and
 * γ Euler's constant; how surely the best lies above that follows from its own days, their skewness and
 * their kurtosis. The idea is Bailey and López de Prado's deflated Sharpe ratio (2014).
 *
 * @param tries of every combination that has one
 * @returns null with fewer than two
 */
export function luckOf(tries: readonly ReturnMoments[], best: ReturnMoments | null): Luck | null {
  const n = tries.length;
  if (n < 2 || best === null) return null;
  const mean = tries.reduce((sum, { sharpe }) => sum + sharpe, 0) / n;
  const variance = tries.reduce((sum, { sharpe }) => sum + (sharpe - mean) ** 2, 0) / (n - 1);
  const expected =
    Math.sqrt(variance) *
    ((1 - EULER) * normalQuantile(1 - 1 / n) + EULER * normalQuantile(1 - 1 / (n * Math.E)));
  const { sharpe, skewness, kurtosis, days } = best;
  const error = Math.sqrt(
    Math.max(1e-12, (1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2) / (days - 1)),
  );
  return {
    tries: n,
    best: sharpe * Math.sqrt(DAYS_A_YEAR),
    expectedOfLuck: expected * Math.sqrt(DAYS_A_YEAR),
    abovePercent: 100 * normalShare((sharpe - expected) / error),
  };
}

/** Share of a normal distribution below a value, to 1e-12 or better: the series near the middle, a continued fraction in the tails. */
export function normalShare(z: number): number {
  const x = Math.abs(z);
  if (x > 38) return z > 0 ? 1 : 0;
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let upper: number;
  if (x < 4) {
    let term = x;
    let sum = x;
    for (let k = 1; Math.abs(term) > 1e-17 * sum; k += 1) {
      term *= (x * x) / (2 * k + 1);
      sum += term;
    }
    upper = 0.5 - density * sum;
  } else {
    let fraction = x;
    for (let k = 60; k >= 1; k -= 1) fraction = x + k / fraction;
    upper = density / fraction;
  }
  return z > 0 ? 1 - upper : upper;
}

/** The value below which such a share lies: halving, because a handful of calls is all there is. */
export function normalQuantile(share: number): number {
  let low = -40;
  let high = 40;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
