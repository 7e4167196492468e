import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createEma } from '@quorate/trading/market/indicators/ema';
import { DataFrame } from 'data-forge';
import { backtest, type IBar, type IStrategy } from 'grademark';
import type { Benchmark } from './benchmark.ts';
import { onePriced, STOP_POINTS, TARGET_POINTS, tradeCrossings } from './crossing.ts';
import { median } from './median.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 500_000;
const RUNS = 5;

/** A bar as grademark reads it, with both averages. */
type CrossBar = IBar & { fast: number; slow: number; crossed: boolean };

/**
 * What grademark can do, done by both: one symbol with one price, bought where EMA20 crosses above EMA50,
 * with a stop and a target. Ours keeps an account in money beside it. Making the bars is not counted, nor
 * making the objects that grademark reads. The note has what our whole loop does on the same bars.
 */
export const benchmark: Benchmark = {
  name: 'replay.grademark',
  title: 'candles a second through averages, entries, stops and targets',
  unit: 'candles/s',
  bar: { of: 'ratio', op: '>=', value: 2 },
  async run({ say }) {
    const series = onePriced(madeUpSeries(BARS));
    const bars = barsOf(series);
    const ours: number[] = [];
    const theirs: number[] = [];
    const whole: number[] = [];
    let [trades, theirTrades] = [0, 0];
    for (let run = 0; run < RUNS; run += 1) {
      let startedAt = performance.now();
      const perSecond = () => (1_000 * BARS) / (performance.now() - startedAt);
      trades = tradeCrossings(series).trades;
      ours.push(perSecond());
      startedAt = performance.now();
      theirTrades = grademarkTrades(bars);
      theirs.push(perSecond());
      startedAt = performance.now();
      await replay(createOfflineDecisions(), series);
      whole.push(perSecond());
      say(`run ${run + 1}: ${Math.round(ours.at(-1) ?? 0)} and ${Math.round(theirs.at(-1) ?? 0)}`);
    }
    // Theirs does not look at the bar of the entry, so that a few trades in a hundred differ.
    if (trades === 0 || Math.abs(trades - theirTrades) > 0.05 * trades)
      throw new Error(`${trades} trades against ${theirTrades} of grademark`);
    const [figure, value] = [median(ours), median(theirs)];
    return {
      figure,
      denominator: { value, what: 'grademark on the same bars' },
      ratio: figure / value,
      note: `${BARS} H1 candles, ${trades} trades (grademark ${theirTrades}); our whole loop with analysts and risk desk: ${Math.round(median(whole))} candles/s; median of ${RUNS} runs`,
    };
  },
};

/** Objects as grademark wants them, made once. */
function barsOf(series: CandleSeries): DataFrame<number, IBar> {
  const { time, open, high, low, close } = series;
  const at = (values: Int32Array, index: number) => values[index] ?? Number.NaN;
  const rows = Array.from({ length: series.length }, (_, index) => ({
    time: new Date(time[index] ?? Number.NaN),
    open: at(open, index),
    high: at(high, index),
    low: at(low, index),
    close: at(close, index),
    volume: 0,
  }));
  return new DataFrame<number, IBar>(rows);
}

/** Its averages it leaves to whoever uses it: they are ours. */
const CROSSING: IStrategy<IBar, CrossBar> = {
  prepIndicators({ inputSeries }) {
    const fast = createEma(20);
    const slow = createEma(50);
    let above = true;
    return inputSeries.select((bar) => {
      const averages = { fast: fast(bar.close), slow: slow(bar.close) };
      const isAbove = !(averages.fast <= averages.slow);
      const crossed = isAbove && !above;
      above = isAbove;
      return { ...bar, ...averages, crossed };
    });
  },
  entryRule(enter, { bar }) {
    if (bar.crossed) enter();
  },
  stopLoss: () => STOP_POINTS,
  profitTarget: () => TARGET_POINTS,
};

function grademarkTrades(bars: DataFrame<number, IBar>): number {
  return backtest(CROSSING, bars).length;
}
