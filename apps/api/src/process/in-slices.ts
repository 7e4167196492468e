import { setImmediate } from 'node:timers/promises';
import type { Slices } from '@quorate/trading/statistics/slices';

/** Runs work of the trading core and lets the service answer others between its slices. */
export async function inSlices<T>(work: Slices<T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    await setImmediate();
    step = work.next();
  }
  return step.value;
}
