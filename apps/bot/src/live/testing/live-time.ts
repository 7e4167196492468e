import { instantFromIso } from '@quorate/values/instant';
import { createManualTimers, type ManualTimers } from '../../mt5/bridge/testing/manual-timers.ts';

/** Time that stands until a test moves it. */
export type LiveTime = ManualTimers & Readonly<{ pass(ms: number): Promise<void> }>;

/** Wednesday 8 January 2025, 10:00 UTC: the market is open. */
const WEDNESDAY = instantFromIso('2025-01-08T10:00:00Z');

export function createLiveTime(start = WEDNESDAY): LiveTime {
  const timers = createManualTimers(start);
  return { ...timers, pass: (ms) => timers.advance(ms) };
}
