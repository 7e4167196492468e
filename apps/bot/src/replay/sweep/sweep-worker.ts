import { parentPort, workerData } from 'node:worker_threads';
import { type Period, partOf } from '../../markets/period.ts';
import { coreSettings, type TradedSettings } from '../replay-plan.ts';
import { type WalkInput, walkSeries } from '../walk-series.ts';
import { withOwnStrings } from './own-strings.ts';
import { type Score, scoreOf } from './sweep-result.ts';

/** What a thread is given once. */
export type SweepBase = Omit<WalkInput, 'risk' | 'exits'> & Readonly<{ warmUpBars: number }>;
/** One try: settings, on the whole of the bars or a part of them. */
export type SweepJob = Readonly<{
  id: number;
  settings: TradedSettings;
  period: Period | null;
}>;
export type SweepAnswer = Readonly<{ id: number; score: Score }>;

/** Runs one try. The same in a thread and outside of one. */
async function runJob(base: SweepBase, { id, settings, period }: SweepJob): Promise<SweepAnswer> {
  const { warmUpBars, ...input } = base;
  const parts = period
    ? base.parts.map(({ series }) => partOf(series, period, warmUpBars))
    : base.parts;
  const walk = await walkSeries({ ...input, parts, ...coreSettings(settings) });
  return { id, score: scoreOf(walk, input.start.minor) };
}

if (parentPort) {
  const port = parentPort;
  const base: SweepBase = withOwnStrings(workerData as SweepBase);
  port.on('message', (job: SweepJob) => {
    void runJob(base, withOwnStrings(job)).then((answer) => port.postMessage(answer));
  });
}
