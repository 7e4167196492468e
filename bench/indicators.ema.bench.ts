import { createEma } from '@quorate/trading/market/indicators/ema';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries } from './replay.ts';

const BARS = 1_000_000;
const ROUNDS = 50;
const RUNS = 5;
const PERIOD = 20;

/** Our own moving average a value at a time, as the loop uses it. The denominator adds the same values up. */
export const benchmark: Benchmark = {
  name: 'indicators.ema',
  title: 'values of an exponential moving average a second',
  unit: 'million/s',
  bar: { of: 'figure', op: '>=', value: 50 },
  async run() {
    const closes = Float64Array.from(madeUpSeries(BARS).close.subarray(0, BARS));
    const rates: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      rates.push(averaged(closes));
      bare.push(addedUp(closes));
    }
    const [figure, value] = [median(rates), median(bare)];
    return {
      figure,
      denominator: { value, what: 'the same values added up' },
      ratio: figure / value,
      note: `EMA(${PERIOD}) over ${BARS} closes ${ROUNDS} times; median of ${RUNS} runs`,
    };
  },
};

function averaged(values: Float64Array): number {
  const ema = createEma(PERIOD);
  let last = 0;
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) for (const value of values) last = ema(value);
  return rate(values, startedAt, last);
}

function addedUp(values: Float64Array): number {
  let sum = 0;
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) for (const value of values) sum += value;
  return rate(values, startedAt, sum);
}

/** @param result used, so that the loop is not optimised away */
function rate(values: Float64Array, startedAt: number, result: number): number {
  const seconds = (performance.now() - startedAt) / 1_000;
  if (!(result > 0)) throw new Error(`${result} came of it`);
  return (values.length * ROUNDS) / seconds / 1e6;
}
