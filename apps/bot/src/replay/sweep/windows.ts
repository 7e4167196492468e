import { tradingDayOf, tradingDayStart } from '@quorate/trading/trading-day';
import { DAY_MS, type Instant } from '@quorate/values/instant';
import type { Period } from '../../markets/period.ts';
import type { WalkForward } from '../replay-options.ts';

/** Settings are chosen on `chosenOn` and traded on `tradedOn`, which begins where the other ends. */
export type ForwardWindow = Readonly<{ chosenOn: Period; tradedOn: Period }>;

/**
 * The windows of a walk forward, in calendar months of the server. The last one may be shorter, and none
 * is left out: every day after the first choice is traded exactly once.
 *
 * @returns empty when the period is not longer than the months to choose on
 */
export function forwardWindows(
  period: Period,
  { inMonths, outMonths }: WalkForward,
): ForwardWindow[] {
  const windows: ForwardWindow[] = [];
  for (let months = 0; ; months += outMonths) {
    const from = monthsAfter(period.from, months);
    const middle = monthsAfter(period.from, months + inMonths);
    const end = Math.min(
      monthsAfter(period.from, months + inMonths + outMonths),
      period.end,
    ) as Instant;
    if (middle >= period.end) return windows;
    windows.push({ chosenOn: { from, end: middle }, tradedOn: { from: middle, end } });
  }
}

function monthsAfter(moment: Instant, months: number): Instant {
  const date = new Date(tradingDayOf(moment) * DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return tradingDayStart(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / DAY_MS);
}
