import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { OrderKey } from '@quorate/trading/account/order';
import type { DecisionOutcome } from '@quorate/trading/analysts/decision';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 4_000_000;
const PART = BARS / 4;
const RUNS = 3;
const CEILING = 1.15;
/** Of what is left behind by a candle on which nothing is opened. */
const MOST_BYTES = 0.5;

const HOLD: DecisionOutcome = {
  kind: 'decision',
  decisionId: 'hold',
  orderKey: 'AAAAAAAAAA' as OrderKey,
  action: 'HOLD',
  pUp: 0.5,
  stopLossAtr: null,
  takeProfitAtr: null,
  reason: 'Hold.',
};

/**
 * Four times the candles take four times as long and not more: what a candle costs in a replay of four
 * million over what it costs in one of the first million of them. Where nothing is opened, candles leave
 * nothing on the heap; what an account remembers of its trades, it remembers for as long as they count.
 */
export const benchmark: Benchmark = {
  name: 'replay.linear',
  title: 'cost of a candle in a replay of four million, against one of a million',
  unit: 'times',
  bar: { of: 'figure', op: '<=', value: CEILING },
  async run({ say }) {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const long = madeUpSeries(BARS);
    const short: CandleSeries = { ...long, length: PART };
    await nanosecondsPerBar(short);
    const ratios: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const one = await nanosecondsPerBar(short);
      const four = await nanosecondsPerBar(long);
      ratios.push(four / one);
      say(`run ${run + 1} of ${RUNS}: ${Math.round(one)} and ${Math.round(four)} ns a candle`);
    }
    const one = await bytesLeft(short, collect);
    const four = await bytesLeft(long, collect);
    const growth = (four - one) / (BARS - PART);
    if (growth > MOST_BYTES) throw new Error(`a candle leaves ${growth} bytes on the heap`);
    return {
      figure: median(ratios),
      note: `${PART} and ${BARS} H1 candles; without trades they leave ${kilobytes(one)} and ${kilobytes(four)} on the heap; median of ${RUNS} runs`,
    };
  },
};

async function nanosecondsPerBar(series: CandleSeries): Promise<number> {
  const startedAt = performance.now();
  await replay(createOfflineDecisions(), series);
  return (1e6 * (performance.now() - startedAt)) / series.length;
}

/** What lives on at the end of a run that is not over yet, so that nothing of it can have been collected. */
async function bytesLeft(series: CandleSeries, collect: () => void): Promise<number> {
  const decisions: DecisionSource = { decide: () => HOLD };
  let bars = 0;
  let left = 0;
  collect();
  const before = process.memoryUsage().heapUsed;
  const record = (): void => {
    bars += 1;
    if (bars !== series.length) return;
    collect();
    left = process.memoryUsage().heapUsed - before;
  };
  const journal = {
    record: ({ kind }: { kind: string }) => (kind === 'bar' ? record() : undefined),
  };
  await replay(decisions, series, journal);
  return left;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1_000)} kB`;
}
