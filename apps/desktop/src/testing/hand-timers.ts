import type { Timers } from '@quorate/bot/timers';
import { instant } from '@quorate/values/instant';

/** Timers that a test moves on by hand. */
export type HandTimers = Timers & Readonly<{ pass(ms: number): void }>;

export function handTimers(from = 1_795_000_000_000): HandTimers {
  let now = from;
  const waiting = new Set<{ at: number; run: () => void }>();
  return {
    now: () => instant(now),
    after(ms, run) {
      const timer = { at: now + ms, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const due = [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        waiting.delete(due);
        now = due.at;
        due.run();
      }
      now = until;
    },
  };
}
