import { systemTimers, type Timers } from '@quorate/bot/timers';
import { instant } from '@quorate/values/instant';

const WEEK_MS = 7 * 86_400_000;
/** A Wednesday at noon. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 12);

/** Milliseconds from now to the noon of a Wednesday: a test of trading must not depend on the weekday. */
export function toMidweek(now: number): number {
  return -((((now - WEDNESDAY) % WEEK_MS) + WEEK_MS) % WEEK_MS);
}

/** The system's timers at another time. */
export function shiftedTimers(byMs: number): Timers {
  return { ...systemTimers, now: () => instant(systemTimers.now() + byMs) };
}
