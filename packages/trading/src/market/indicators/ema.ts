/** One step of an indicator: takes the next value, gives the new reading, NaN until it is warm. */
export type Stepper = (value: number) => number;

/**
 * Exponential moving average with the usual weight 2/(period+1). Its first reading, on value number
 * `period`, is the plain mean of the values so far.
 */
export function createEma(period: number): Stepper {
  const weight = 2 / (period + 1);
  let count = 0;
  let sum = 0;
  let average = Number.NaN;
  return (value) => {
    if (count < period) {
      count += 1;
      sum += value;
      if (count === period) average = sum / period;
      return average;
    }
    average += weight * (value - average);
    return average;
  };
}

/**
 * Wilder's smoothing: the weight of a new value is 1/period. First reading: the plain mean of the
 * first `period` values.
 */
export function createWilder(period: number): Stepper {
  let count = 0;
  let average = 0;
  return (value) => {
    if (count < period) {
      count += 1;
      average += value / period;
      return count === period ? average : Number.NaN;
    }
    average += (value - average) / period;
    return average;
  };
}
