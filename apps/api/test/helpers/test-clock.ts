import { type Instant, instantFromIso } from '@quorate/values/instant';
import type { Clock } from '../../src/process/clock.ts';

export type TestClock = Clock & { set(iso: string): void; advance(milliseconds: number): void };

export function testClock(start = '2026-03-02T10:00:00Z'): TestClock {
  let now: number = instantFromIso(start);
  return {
    now: () => now as Instant,
    set: (iso) => {
      now = instantFromIso(iso);
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
