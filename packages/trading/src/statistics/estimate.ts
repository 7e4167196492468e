/**
 * A figure, and by how much each result of the record moves it (its influence; the mean over the record is 0).
 * `log`: of a ratio above 0, whose logarithm the influences move.
 */
export type Estimate = Readonly<{
  value: number;
  influences: Float64Array;
  scale: 'plain' | 'log';
}>;

/** The mean of results. */
export function meanOf(values: Float64Array): Estimate {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { value: mean, influences: values.map((value) => value - mean), scale: 'plain' };
}

/** Sample standard deviation; NaN where the results do not vary. */
export function deviationOf(values: Float64Array): Estimate {
  const { deviation, scores } = standardised(values);
  return {
    value: deviation,
    influences: scores.map((score) => (score * score - 1) / 2),
    scale: 'log',
  };
}

/** Mean over sample standard deviation; NaN where the results do not vary. */
export function ratioToDeviation(values: Float64Array): Estimate {
  const { mean, deviation, scores } = standardised(values);
  const ratio = mean / deviation;
  return {
    value: ratio,
    influences: scores.map((score) => score - (ratio / 2) * (score * score - 1)),
    scale: 'plain',
  };
}

/** An estimate in another unit. */
export function scaled({ value, influences, scale }: Estimate, factor: number): Estimate {
  return {
    value: value * factor,
    influences: scale === 'log' ? influences : influences.map((each) => each * factor),
    scale,
  };
}

function standardised(values: Float64Array) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  // Equal values leave a rest of rounding.
  const varies = n > 1 && squares > n * mean * mean * 1e-12;
  const deviation = varies ? Math.sqrt(squares / (n - 1)) : Number.NaN;
  const population = Math.sqrt(squares / n);
  return { mean, deviation, scores: values.map((value) => (value - mean) / population) };
}
