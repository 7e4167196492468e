import { DAY_MS } from '@quorate/values/instant';
import { daysSinceSaturday } from '../market/server-clock.ts';

/**
 * How many nights of swap lie between two moments of the server's clock. A night ends at the server's
 * midnight; that of Wednesday counts three times, for the weekend, whose own nights count nothing.
 */
export function nightsBetween(fromMs: number, toMs: number): number {
  let nights = 0;
  for (let day = Math.floor(fromMs / DAY_MS); day < Math.floor(toMs / DAY_MS); day += 1) {
    const weekday = daysSinceSaturday(day * DAY_MS);
    if (weekday >= 2) nights += weekday === 4 ? 3 : 1;
  }
  return nights;
}
