import { Worker } from 'node:worker_threads';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { BotFault } from '../../bot-fault.ts';
import type { SeriesPart } from '../../markets/period.ts';
import { threadScript } from '../../resources.ts';
import type { Score } from './sweep-result.ts';
import type { SweepAnswer, SweepBase, SweepJob } from './sweep-worker.ts';

/** Who looks on, and may end it. */
type JobWatch = Readonly<{
  interrupted: AbortSignal;
  done(finished: number, all: number): void;
}>;

/**
 * Runs tries on several threads. Which thread takes which try is left to chance; the scores come back in
 * the order of the tries.
 *
 * @throws BotFault `interrupted` when a person ended it; whatever a try throws
 */
export async function runJobs(
  base: SweepBase,
  jobs: readonly SweepJob[],
  workers: number,
  watch: JobWatch,
): Promise<readonly Score[]> {
  const scores = new Map<number, Score>();
  const threads: Worker[] = [];
  let next = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const abort = () =>
        reject(new BotFault('interrupted', 'Interrupted before every combination was tried.'));
      if (watch.interrupted.aborted) return abort();
      watch.interrupted.addEventListener('abort', abort, { once: true });
      if (jobs.length === 0) return resolve();

      const feed = (thread: Worker) => {
        const job = jobs[next];
        next += 1;
        if (job) thread.postMessage(job);
      };
      for (let count = Math.min(workers, jobs.length); count > 0; count -= 1) {
        const thread = new Worker(threadScript('replay/sweep/sweep-worker'), {
          workerData: base,
        });
        threads.push(thread);
        thread.on('error', reject);
        thread.on('message', ({ id, score }: SweepAnswer) => {
          scores.set(id, score);
          watch.done(scores.size, jobs.length);
          if (scores.size === jobs.length) resolve();
          else feed(thread);
        });
        feed(thread);
      }
    });
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return jobs.map(({ id }) => {
    const score = scores.get(id);
    if (!score) throw new RangeError(`try ${id} has no score`);
    return score;
  });
}

/**
 * The same bars in memory that threads share, copied once: a thread that is handed them copies nothing.
 *
 * @example worker.postMessage({ parts: shareParts(parts) })
 */
export function shareParts(parts: readonly SeriesPart[]): readonly SeriesPart[] {
  return parts.map(({ series, warmUp }) => ({ series: shareSeries(series), warmUp }));
}

/** A series in memory that threads share. */
export function shareSeries(series: CandleSeries): CandleSeries {
  const time = new Float64Array(new SharedArrayBuffer(series.length * 8));
  time.set(series.time.subarray(0, series.length));
  const { symbol, timeframe, digits, length } = series;
  const shared = (column: Int32Array) => {
    const copy = new Int32Array(new SharedArrayBuffer(length * 4));
    copy.set(column.subarray(0, length));
    return copy;
  };
  return {
    symbol,
    timeframe,
    digits,
    length,
    time,
    open: shared(series.open),
    high: shared(series.high),
    low: shared(series.low),
    close: shared(series.close),
    askOpen: shared(series.askOpen),
    askHigh: shared(series.askHigh),
    askLow: shared(series.askLow),
    askClose: shared(series.askClose),
  };
}
