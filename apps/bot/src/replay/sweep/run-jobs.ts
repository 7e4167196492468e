import { Worker } from 'node:worker_threads';
import { BotFault } from '../../bot-fault.ts';
import { threadScript } from '../../resources.ts';
import type { Score } from './score.ts';
import type { SweepAnswer, SweepBase, SweepJob } from './sweep-worker.ts';

/** Who looks on, and may end it. */
export type JobWatch = Readonly<{
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
