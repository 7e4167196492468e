/** Figures of the newest bar, not rounded. `atr` and `meanAtr` are in points, the averages are prices. */
export type MarketFigures = {
  ema20: number;
  ema50: number;
  rsi: number;
  /** NaN for the first bars, where the others mean nothing yet. */
  atr: number;
  /** Mean of the last 50 ATR. */
  meanAtr: number;
  plusDi: number;
  minusDi: number;
  adx: number;
};

/** Bars of RSI, ATR, DI and ADX. */
const PERIOD = 14;
/** ATR that their mean is made of. */
const MEAN = 50;

/**
 * All averages that the offline panel reads, in one pass: EMA 20 and 50; RSI, ATR, DI and ADX of 14 bars; the
 * mean of 50 ATR. To the last bit they are those of `createEma`, `createRsi`, `createDirectional` and
 * `createMean`, each of which costs a call and a few objects a bar.
 *
 * @returns a function that takes the next bar and overwrites `figures`
 */
export function createMarketFigures(
  figures: MarketFigures,
): (high: number, low: number, close: number) => void {
  const ranges = new Float64Array(MEAN);
  // Numbers of an object are overwritten in place; a variable of a closure would be an object a bar.
  const state = {
    bars: 0,
    highBefore: Number.NaN,
    lowBefore: Number.NaN,
    closeBefore: Number.NaN,
    sum20: 0,
    sum50: 0,
    gain: 0,
    loss: 0,
    range: 0,
    plus: 0,
    minus: 0,
    direction: 0,
    rangeSum: 0,
  };

  function moved(high: number, low: number, close: number, moves: number): void {
    const { highBefore, lowBefore, closeBefore } = state;
    const change = close - closeBefore;
    const gain = smoothed(state.gain, change > 0 ? change : 0, moves);
    const loss = smoothed(state.loss, change < 0 ? -change : 0, moves);
    state.gain = gain;
    state.loss = loss;
    figures.rsi = gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);

    const up = high - highBefore;
    const down = lowBefore - low;
    const highest = high > closeBefore ? high : closeBefore;
    const lowest = low < closeBefore ? low : closeBefore;
    const atr = smoothed(state.range, highest - lowest, moves);
    const plus = smoothed(state.plus, up > down && up > 0 ? up : 0, moves);
    const minus = smoothed(state.minus, down > up && down > 0 ? down : 0, moves);
    state.range = atr;
    state.plus = plus;
    state.minus = minus;
    if (moves < PERIOD) return;
    // A market without any range has no direction either; 0/0 must not poison the averages.
    const plusDi = atr === 0 ? 0 : (100 * plus) / atr;
    const minusDi = atr === 0 ? 0 : (100 * minus) / atr;
    const both = plusDi + minusDi;
    const direction = both === 0 ? 0 : (100 * Math.abs(plusDi - minusDi)) / both;
    figures.atr = atr;
    figures.plusDi = plusDi;
    figures.minusDi = minusDi;
    state.direction = smoothed(state.direction, direction, moves - PERIOD + 1);
    figures.adx = state.direction;
    meanOf(atr, moves - PERIOD);
  }

  function meanOf(atr: number, before: number): void {
    const at = before % MEAN;
    let sum = state.rangeSum + (atr - (ranges[at] ?? 0));
    ranges[at] = atr;
    // Adding and taking away drifts; each time round the ring the sum is made afresh.
    if (at === MEAN - 1) {
      sum = 0;
      for (const each of ranges) sum += each;
    }
    state.rangeSum = sum;
    figures.meanAtr = sum / MEAN;
  }

  return (high, low, close) => {
    const bars = state.bars + 1;
    state.bars = bars;
    if (bars <= 50) state.sum50 += close;
    if (bars <= 20) state.sum20 += close;
    figures.ema20 = averaged(figures.ema20, state.sum20, close, bars, 20);
    figures.ema50 = averaged(figures.ema50, state.sum50, close, bars, 50);
    if (bars > 1) moved(high, low, close, bars - 1);
    state.highBefore = high;
    state.lowBefore = low;
    state.closeBefore = close;
  };
}

/** Exponential, the plain mean of the first `period` closes being the first. */
function averaged(
  average: number,
  sum: number,
  close: number,
  bars: number,
  period: number,
): number {
  if (bars > period) return average + (2 / (period + 1)) * (close - average);
  return bars === period ? sum / period : average;
}

/** Wilder's, the plain mean of the first values being the first. @param count of values, this one included */
function smoothed(average: number, value: number, count: number): number {
  return count > PERIOD ? average + (value - average) / PERIOD : average + value / PERIOD;
}
