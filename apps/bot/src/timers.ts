import type { Instant } from '@quorate/values/instant';
import { systemClock } from './clock.ts';

/** Time for whatever waits: tests and chaos runs bring a clock that they move themselves. */
export type Timers = Readonly<{
  now(): Instant;
  /** Runs once after so many milliseconds; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
}>;

/** Timers of the system; none keeps the process alive by itself. */
export const systemTimers: Timers = {
  now: () => systemClock.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Waits, or returns at once when the signal is aborted. Being stopped is no fault of a wait.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Lets timers, sockets and signals have their turn in a loop that would not stop for them. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
