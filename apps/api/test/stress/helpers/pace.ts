import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How long the same piece of work took. */
export type PaceSample = Readonly<{ startedAt: number; ms: number }>;

/** What a wait had to do with other programs is seen this long before and after it. */
const AROUND_MS = 500;

/** The fastest that this process has seen: what the work takes where nothing else runs. */
let fastestMs = Number.POSITIVE_INFINITY;

/**
 * Measures how much of a processor a busy thread gets, so that a wait can be told from one that other
 * programs of a shared machine cause: 1 on a quiet machine, 4 where a second's work takes four.
 */
export function startPace(): {
  /** @returns the factor at the time of something that began at `startedAt` and took `ms` */
  stop(): Promise<(startedAt: number, ms: number) => number>;
  end(): Promise<unknown>;
} {
  const stopped = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('./pace-worker.ts', import.meta.url), { workerData: stopped });
  return {
    async stop() {
      const told = once(worker, 'message') as Promise<[PaceSample[]]>;
      Atomics.store(new Int32Array(stopped), 0, 1);
      const [samples] = await told;
      fastestMs = Math.min(fastestMs, ...samples.map(({ ms }) => ms));
      return (startedAt, took) => {
        const meanwhile = samples.filter(
          (sample) =>
            sample.startedAt + sample.ms > startedAt - AROUND_MS &&
            sample.startedAt < startedAt + took + AROUND_MS,
        );
        const sum = meanwhile.reduce((total, { ms }) => total + ms, 0);
        return meanwhile.length === 0 ? 1 : Math.max(1, sum / meanwhile.length / fastestMs);
      };
    },
    end: () => worker.terminate(),
  };
}
