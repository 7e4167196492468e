import { setImmediate } from 'node:timers/promises';
import { type Instant, instant, instantFromIso } from '@quorate/values/instant';
import type { Timers } from '../../timers.ts';

/** Time that stands until a test moves it, and lets whatever waits for a promise have its turn. */
export type LiveTime = Timers & Readonly<{ pass(ms: number): Promise<void> }>;

/** Wednesday 8 January 2025, 10:00 UTC: the market is open. */
const WEDNESDAY = instantFromIso('2025-01-08T10:00:00Z');

export function createLiveTime(start: Instant = WEDNESDAY): LiveTime {
  let now: number = start;
  let count = 0;
  const due: { at: number; order: number; run: () => void }[] = [];
  return {
    now: () => instant(now),
    after(ms, run) {
      count += 1;
      const each = { at: now + ms, order: count, run };
      due.push(each);
      return () => {
        const at = due.indexOf(each);
        if (at >= 0) due.splice(at, 1);
      };
    },
    async pass(ms) {
      const end = now + ms;
      await setImmediate();
      for (;;) {
        due.sort((a, b) => a.at - b.at || a.order - b.order);
        const [next] = due;
        if (!next || next.at > end) break;
        due.shift();
        now = Math.max(now, next.at);
        next.run();
        await setImmediate();
      }
      now = end;
      await setImmediate();
    },
  };
}
