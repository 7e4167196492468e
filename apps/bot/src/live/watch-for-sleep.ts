import type { Timers } from '../timers.ts';

const TICK_MS = 1_000;
/** A tick that is later than this: the computer slept, or was as good as asleep. */
const LATE_MS = 5_000;

/**
 * Tells when the computer has slept: its timers and connections stood still, and nobody has told them.
 *
 * @returns how to end it
 */
export function watchForSleep(timers: Timers, onResume: () => void): () => void {
  let last = timers.now();
  let cancel = timers.after(TICK_MS, tick);

  function tick(): void {
    const now = timers.now();
    const slept = now - last > TICK_MS + LATE_MS;
    last = now;
    cancel = timers.after(TICK_MS, tick);
    if (slept) onResume();
  }

  return () => cancel();
}
