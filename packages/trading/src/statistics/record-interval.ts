import type { Estimate } from './estimate.ts';
import { type Interval, scoreEnds, Z_95 } from './interval.ts';

/**
 * Share of the skewness that is corrected for. All of it would be right for a standard error that counts every
 * result alone; ours is of a few waves. Measured: docs/reference/interval-coverage.md.
 */
const SKEWNESS_SHARE = 0.4;

const WAVES_LEAST = 4;
const WAVES_MOST = 24;

/** Fewer waves see longer clusters, more of them know the error better: 0.4 n^(2/3), as Lazarus and others found (2018). */
export function wavesOf(n: number): number {
  return Math.min(WAVES_MOST, Math.max(WAVES_LEAST, Math.round(0.4 * n ** (2 / 3))));
}

/**
 * 95% interval of a figure of results that may cluster and may be skewed. The error comes from slow waves through
 * the whole record, so that results that depend on their neighbours count as the fewer that they are worth;
 * the quantile is Student's for as many waves; the ends are moved by Hall's cubic for skewness (1992).
 * Nothing is drawn at random.
 *
 * @returns both ends equal to the figure where the results do not vary; null where it is no number
 * @example intervalOf(meanOf(Float64Array.of(2, 0, 1, 3, 1, 2))) // { low: 0.2, high: 2.8 } (rounded)
 */
export function intervalOf({ value, influences, scale }: Estimate): Interval | null {
  const n = influences.length;
  if (n === 0 || !Number.isFinite(value) || (scale === 'log' && value <= 0)) return null;
  const waves = wavesOf(n);
  const spread = Math.sqrt(longRunVariance(influences, waves));
  const quantile = studentQuantile(waves) / Math.sqrt(n);
  const skewness = SKEWNESS_SHARE * skewnessOf(influences);
  const below = -spread * hallInverse(quantile, skewness, n);
  const above = -spread * hallInverse(-quantile, skewness, n);
  return scale === 'plain'
    ? { low: value + below, high: value + above }
    : { low: value * Math.exp(below), high: value * Math.exp(above) };
}

/**
 * 95% interval of a rate, in percent: Wilson's, for as many independent draws as the hits are worth, and with
 * Student's quantile.
 *
 * @param hits 1 for each result that counts, 0 for each other, in their order
 * @example rateInterval([1, 0, 1, 1, 0, 1]) // { low: 24.84, high: 92.34 } (rounded)
 */
export function rateInterval(hits: ArrayLike<number>): Interval | null {
  const n = hits.length;
  if (n === 0) return null;
  const all = Float64Array.from(hits);
  const rate = all.reduce((sum, hit) => sum + hit, 0) / n;
  const waves = wavesOf(n);
  const variance = rate * (1 - rate);
  const lasting =
    variance === 0
      ? 0
      : longRunVariance(
          all.map((hit) => hit - rate),
          waves,
        );
  const worth = lasting === 0 ? n : (n * variance) / lasting;
  const ends = scoreEnds(rate, worth, studentQuantile(waves));
  return { low: rate === 0 ? 0 : ends.low, high: rate === 1 ? 100 : ends.high };
}

/**
 * n times the variance of the mean, neighbours included: the mean square of the record's first cosine waves,
 * each of half a period more. Of independent results it is their variance.
 *
 * @param deviations from the mean, in their order
 */
export function longRunVariance(deviations: Float64Array, waves: number): number {
  const n = deviations.length;
  const sums = new Float64Array(waves);
  for (let index = 0; index < n; index += 1) {
    const deviation = deviations[index] ?? 0;
    // cos(jx) from the two before it.
    const cosine = Math.cos((Math.PI * (index + 0.5)) / n);
    let before = 1;
    let wave = cosine;
    for (let j = 0; j < waves; j += 1) {
      sums[j] = (sums[j] ?? 0) + deviation * wave;
      const next = 2 * cosine * wave - before;
      before = wave;
      wave = next;
    }
  }
  return (2 * sums.reduce((total, sum) => total + sum * sum, 0)) / (n * waves);
}

function skewnessOf(deviations: Float64Array): number {
  let squares = 0;
  let cubes = 0;
  for (const deviation of deviations) {
    squares += deviation * deviation;
    cubes += deviation ** 3;
  }
  const variance = squares / deviations.length;
  return variance === 0 ? 0 : cubes / deviations.length / variance ** 1.5;
}

/** Hall's cubic `t + g t²/3 + g² t³/27 + g/(6n)` turned round: the deviation, in spreads, that it makes `level`. */
function hallInverse(level: number, skewness: number, n: number): number {
  if (Math.abs(skewness) < 1e-9) return level;
  return (3 / skewness) * (Math.cbrt(1 + skewness * (level - skewness / (6 * n))) - 1);
}

/**
 * Two-sided 95% quantile of Student's distribution, by its expansion around the normal one (Abramowitz and
 * Stegun 26.7.5).
 *
 * @param degrees at least 4, where the error is below 0.001
 */
export function studentQuantile(degrees: number): number {
  const z = Z_95;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1_482 * z ** 5 - 1_920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), z);
}
