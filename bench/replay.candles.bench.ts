import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 1_000_000;
const RUNS = 5;
/** Runs that are not counted: the compiler is still at work in them. */
const WARM_UP = 1;

/**
 * The whole core on one symbol: indicators, gate, snapshot, the three offline analysts, the verdict and what it
 * learns, the risk desk, the simulated broker with its honest costs and the book of trades; nobody is told of every bar (see
 * `replay.audited` for that). Making the market is not counted. The
 * denominator reads every price of the same series and keeps one moving average: what the memory and
 * the language give at best.
 */
export const benchmark: Benchmark = {
  name: 'replay.candles',
  title: 'candles replayed a second, everything included',
  unit: 'candles/s',
  bar: { of: 'ratio', op: '>=', value: 0.011 },
  async run(context) {
    const series = madeUpSeries(BARS);
    const rates: number[] = [];
    let trades = 0;
    let asked = 0;
    for (let run = 1 - WARM_UP; run <= RUNS; run += 1) {
      const startedAt = performance.now();
      const result = await replay(createOfflineDecisions(), series);
      const seconds = (performance.now() - startedAt) / 1_000;
      const name = run > 0 ? `run ${run} of ${RUNS}` : 'warm-up';
      context.say(`${name}: ${Math.round(result.bars / seconds)} candles/s`);
      if (run > 0) rates.push(result.bars / seconds);
      ({ asked } = result);
      trades = result.trades.length;
    }
    if (trades === 0) throw new Error('nothing was traded');
    const figure = median(rates);
    const bare = median(Array.from({ length: RUNS }, () => bareRate(series)));
    return {
      figure,
      denominator: { value: bare, what: 'one pass over the same prices with one average' },
      ratio: figure / bare,
      note: `${BARS} H1 candles, ${asked} decisions, ${trades} trades; median of ${RUNS} runs after a warm-up of ${WARM_UP}`,
    };
  },
};

function bareRate(series: CandleSeries): number {
  const startedAt = performance.now();
  const { open, high, low, close, length } = series;
  let average = close[0] ?? 0;
  let checked = 0;
  for (let bar = 0; bar < length; bar += 1) {
    average += ((close[bar] ?? 0) - average) * (2 / 21);
    if ((high[bar] ?? 0) - (low[bar] ?? 0) > Math.abs((open[bar] ?? 0) - average)) checked += 1;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  // Used, so that the loop is not optimised away.
  return checked < 0 ? average : length / seconds;
}
