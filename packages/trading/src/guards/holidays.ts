import { DAY_MS, type Instant, instant } from '@quorate/values/instant';
import { openMarketMs, tradingDayOf, tradingDayStart } from '../trading-day.ts';

/** Month and day of server days on which the market is shut or all but empty, the days around included. */
const QUIET_DAYS = new Set(['12-24', '12-25', '12-26', '12-31', '01-01', '01-02']);

/** Whether nobody wonders about missing bars on this trading day: Christmas, New Year, Good Friday. */
export function isHoliday(day: number): boolean {
  const date = new Date(day * DAY_MS);
  return (
    QUIET_DAYS.has(date.toISOString().slice(5, 10)) || day === goodFriday(date.getUTCFullYear())
  );
}

/** Time of an open market between two moments that no holiday explains, in milliseconds. */
export function unexplainedMs(from: Instant, to: Instant): number {
  let open = openMarketMs(from, to);
  const last = tradingDayOf(to);
  for (let day = tradingDayOf(from); day <= last; day += 1) {
    // A hole of years is one whatever its holidays; there is no need to count them all.
    if (day - tradingDayOf(from) > 400) break;
    if (!isHoliday(day)) continue;
    const begins = Math.max(from, tradingDayStart(day));
    const ends = Math.min(to, tradingDayStart(day + 1));
    open -= openMarketMs(instant(begins), instant(ends));
  }
  return open;
}

/**
 * Good Friday as a count of days from 1970, by the rule for Easter in the Gregorian calendar: the Sunday
 * after the full moon on or after 21 March, the moon reckoned in cycles of 19 years.
 */
function goodFriday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const solar = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (((solar + 19 * golden + 15) % 30) + 30) % 30;
  const late = epact === 29 || (epact === 28 && golden > 10) ? 1 : 0;
  const fullMoon = Date.UTC(year, 2, 21 + epact - late) / DAY_MS;
  // 1970-01-01 was a Thursday: day 3 of the count is the first Sunday.
  const daysToSunday = 7 - ((((fullMoon - 3) % 7) + 7) % 7);
  return fullMoon + daysToSunday - 2;
}
