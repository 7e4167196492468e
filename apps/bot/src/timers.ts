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
