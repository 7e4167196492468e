import { availableParallelism } from 'node:os';
import { instrumentFor } from '@quorate/trading/account/instrument';
import { DEFAULT_COSTS } from '@quorate/trading/simulation/costs';
import { currencyOf, money } from '@quorate/values/money';
import { exitProfile, riskProfile } from '../apps/bot/src/profiles/profile.ts';
import { NO_WISH } from '../apps/bot/src/profiles/verdict-settings.ts';
import { runJobs, shareParts } from '../apps/bot/src/replay/sweep/run-jobs.ts';
import type { SweepBase, SweepJob } from '../apps/bot/src/replay/sweep/sweep-worker.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries, START_MINOR } from './replay.ts';

const BARS = 100_000;
const TRIES = 64;
const RUNS = 3;
const USD = currencyOf('USD');

/**
 * A sweep over settings on two threads against the same on one, the start of the threads included. A
 * machine with one core, or with other work, cannot show what a second thread brings.
 */
export const benchmark: Benchmark = {
  name: 'replay.sweep',
  title: 'a sweep on one thread over the same on two',
  unit: 'times',
  bar: { of: 'figure', op: '>=', value: 1.25 },
  async run({ say }) {
    const base = sweepBase();
    const ratios: number[] = [];
    const rates: number[] = [];
    const work: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const one = await sweepOn(base, 1);
      const two = await sweepOn(base, 2);
      ratios.push(one.seconds / two.seconds);
      rates.push((BARS * TRIES) / two.seconds);
      work.push(two.cpuSeconds / one.cpuSeconds);
      say(`run ${run + 1} of ${RUNS}: ${secondsText(one)} on one, ${secondsText(two)} on two`);
    }
    return {
      figure: median(ratios),
      note: `${TRIES} tries of ${BARS} H1 candles, ${Math.round(median(rates))} candles/s on two with ${median(work).toFixed(2)} times the computing, ${availableParallelism()} cores; median of ${RUNS} runs`,
    };
  },
};

function sweepBase(): SweepBase {
  const series = madeUpSeries(BARS);
  const instrument = instrumentFor(series.symbol, series.digits, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  return {
    parts: shareParts([{ series, warmUp: 500 }]),
    instruments: [instrument],
    start: money(START_MINOR, USD),
    leverage: 30,
    costs: DEFAULT_COSTS,
    inside: [],
    warmUpBars: 500,
    verdict: { wish: NO_WISH, learning: true, prior: {} },
    governed: { ruleSet: null, initialMinor: null },
  };
}

type Spent = Readonly<{ seconds: number; cpuSeconds: number }>;

async function sweepOn(base: SweepBase, threads: number): Promise<Spent> {
  const jobs = Array.from({ length: TRIES }, (_, id): SweepJob => {
    const risk = { currency_pairs: ['EURUSD'], minimum_risk_reward: 1 + id / 100 };
    const settings = { risk: riskProfile.parse(risk), exits: exitProfile.parse({}) };
    return { id, settings, period: null };
  });
  const watch = { interrupted: new AbortController().signal, done: () => {} };
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await runJobs(base, jobs, threads, watch);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

function secondsText({ seconds, cpuSeconds }: Spent): string {
  return `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of computing)`;
}
