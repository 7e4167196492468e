import { serverWeekday, tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import type { Instant } from '@quorate/values/instant';

const WEDNESDAY = 3;

/**
 * Nights that a position was held over, as brokers charge them: one for each midnight of the server from
 * Monday to Friday, and three for Wednesday's, which pays for the weekend.
 *
 * @example nightsHeld(tuesdayNoon, thursdayNoon) // 4
 */
export function nightsHeld(opened: Instant, closed: Instant): number {
  const last = tradingDayOf(closed);
  let nights = 0;
  for (let day = tradingDayOf(opened); day < last; day += 1) {
    const weekday = serverWeekday(tradingDayStart(day));
    if (weekday === 0 || weekday === 6) continue;
    nights += weekday === WEDNESDAY ? 3 : 1;
  }
  return nights;
}
