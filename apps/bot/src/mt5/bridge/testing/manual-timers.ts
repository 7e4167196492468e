import { addMilliseconds, type Instant, instant, instantFromIso } from '@quorate/values/instant';
import type { Timers } from '../../../timers.ts';

/** A clock that stands still until a test moves it. */
export type ManualTimers = Timers &
  Readonly<{
    /** Moves the clock and runs what falls due on the way, in order; what that causes has its turn first. */
    advance(ms: number): Promise<void>;
    /**
     * Moves the clock from timer to timer until the promise settles.
     *
     * @throws Error when nothing is under way that could settle it, or it takes longer than `mostMs`
     */
    until<Value>(promise: Promise<Value>, mostMs?: number): Promise<Value>;
    /** Lets promises that are due go on, without moving the clock. */
    settle(): Promise<void>;
    /** How many timers wait. */
    waiting(): number;
  }>;

type Entry = { due: Instant; run: () => void };

/** @param start Wednesday 7 January 2026, noon, unless told */
export function createManualTimers(
  start: Instant = instantFromIso('2026-01-07T12:00:00Z'),
): ManualTimers {
  let now = start;
  /** The next one last, so that taking it moves nothing. */
  const entries: Entry[] = [];

  /** Before everything that is due earlier or at the same moment, as it runs after it. */
  function place(entry: Entry): void {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.due ?? 0) > entry.due) low = middle + 1;
      else high = middle;
    }
    entries.splice(low, 0, entry);
  }

  function remove(entry: Entry): void {
    const at = entries.indexOf(entry);
    if (at !== -1) entries.splice(at, 1);
  }

  async function runOne(entry: Entry): Promise<void> {
    entries.pop();
    now = instant(Math.max(now, entry.due));
    entry.run();
    await settle();
  }

  /** @returns whether `until` moved on */
  async function step(target: Instant): Promise<boolean> {
    const entry = entries.at(-1);
    if (!entry || entry.due > target) return false;
    await runOne(entry);
    return true;
  }

  return {
    now: () => now,
    after(ms, run) {
      const entry = { due: addMilliseconds(now, Math.max(0, Math.ceil(ms))), run };
      place(entry);
      return () => remove(entry);
    },
    async advance(ms) {
      const target = addMilliseconds(now, ms);
      await settle();
      while (await step(target));
      now = target;
    },
    async until(promise, mostMs = 3_600_000) {
      const target = addMilliseconds(now, mostMs);
      const watched = { isSettled: false };
      const settled = () => {
        watched.isSettled = true;
      };
      promise.then(settled, settled);
      await settle();
      while (!watched.isSettled) {
        if (await step(target)) continue;
        throw new Error(
          entries.length === 0
            ? 'no timer waits, and the promise is not settled'
            : `the promise is not settled after ${mostMs} ms`,
        );
      }
      return promise;
    },
    settle,
    waiting: () => entries.length,
  };
}

/** Two turns: what gives way once to sockets and signals (`breathe`) still goes on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
