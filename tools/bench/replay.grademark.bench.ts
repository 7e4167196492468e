import type { CandleSeries } from '@quorate/trading/candle';
import { closeTimeAt } from '@quorate/trading/candle';
import { createEma } from '@quorate/trading/indicators/ema';
import { instrumentFor } from '@quorate/trading/instrument';
import { createOfflineDecisions } from '@quorate/trading/offline-decisions';
import { type OrderKey, orderKeyFromBits } from '@quorate/trading/order';
import { createSimulatedBroker } from '@quorate/trading/simulated-broker';
import { addMilliseconds, HOUR_MS } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import { DataFrame } from 'data-forge';
import { backtest, type IBar, type IStrategy } from 'grademark';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 500_000;
const RUNS = 5;
const STOP_POINTS = 300;
const TARGET_POINTS = 600;
const USD = currencyOf('USD');

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
    const made = madeUpSeries(BARS);
    const { open, high, low, close } = made;
    const series = { ...made, askOpen: open, askHigh: high, askLow: low, askClose: close };
    const bars = barsOf(series);
    const ours: number[] = [];
    const theirs: number[] = [];
    const whole: number[] = [];
    let [trades, theirTrades] = [0, 0];
    for (let run = 0; run < RUNS; run += 1) {
      let startedAt = performance.now();
      const perSecond = () => (1_000 * BARS) / (performance.now() - startedAt);
      trades = ownTrades(series);
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

function ownTrades(series: CandleSeries): number {
  const instrument = instrumentFor(series.symbol, series.digits, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  const start = money(100_000_000, USD);
  const broker = createSimulatedBroker({ instruments: [instrument], start, leverage: 30 });
  const lots = lotsFromDecimal('0.10', instrument.volumeStep);
  const fast = createEma(20);
  const slow = createEma(50);
  let above = true;
  let trades = 0;
  for (let index = 0; index < series.length; index += 1) {
    broker.barClosed(series, index);
    const close = series.close[index] ?? Number.NaN;
    const isAbove = !(fast(close) <= slow(close));
    const crossed = isAbove && !above;
    above = isAbove;
    if (!crossed || broker.positions().length > 0) continue;
    const placedAt = closeTimeAt(series, index);
    broker.place({
      key: keyOf(index),
      symbol: series.symbol,
      side: 'BUY',
      lots,
      stopLoss: price(close - STOP_POINTS, series.digits),
      takeProfit: price(close + TARGET_POINTS, series.digits),
      placedAt,
      expiresAt: addMilliseconds(placedAt, 72 * HOUR_MS),
      decisionId: null,
    });
    trades += 1;
  }
  return trades;
}

function keyOf(index: number): OrderKey {
  return orderKeyFromBits(index, 0);
}

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
