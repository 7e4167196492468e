import { type Instant, instant } from '@quorate/values/instant';
import { tradingDayOf } from '../market/trading-day.ts';
import { type ClosedTrade, isWeekday, type RecordEquity } from './closed-history.ts';
import { drawdownOfSteps, type EquityStep } from './drawdown.ts';

/** What is kept of an account's equity on a trading day, in minor units. */
export type KeptDay = EquityStep &
  Readonly<{
    /** As `tradingDayOf` counts. */
    day: number;
    firstMinor: number;
    lastMinor: number;
    firstBalanceMinor: number;
    lastBalanceMinor: number;
  }>;

/** Of the days from Monday to Friday so many percent may be missing: a bot was off, and nothing was open. */
const MISSING_PERCENT_MOST = 10;

/** A change of the balance that no trade explains, in percent of it, from which on it is a deposit or a withdrawal. */
const UNEXPLAINED_PERCENT = 1;

/** The day before the first one still is its beginning after a weekend, and no longer. */
const BEFORE_DAYS_MOST = 4;

/** When a record began: as its first trade was opened, or its period began. @param from null for a whole record */
export function beginOf(trades: readonly ClosedTrade[], from: Instant | null): Instant {
  let begin = trades[0]?.openedAt ?? instant(0);
  for (const { openedAt } of trades) if (openedAt < begin) begin = openedAt;
  return from !== null && from > begin ? from : begin;
}

/**
 * The equity of a record, where what was kept covers it: from the day on which it began to that of the last closing, with few days missing, and with a balance that moved by the
 * trades alone. Deposits and withdrawals make days that neither won nor lost look like both, so that with
 * one of them there is no such equity.
 *
 * @param days oldest first
 * @param trades of the account, in the order in which they were closed
 * @param begin from `beginOf`
 * @returns null where it does not cover the record; `startMinor` is the balance at its beginning
 */
export function equityOfRecord(
  days: readonly KeptDay[],
  trades: readonly ClosedTrade[],
  begin: Instant,
): Readonly<{ startMinor: number; equity: RecordEquity }> | null {
  const lastTrade = trades.at(-1);
  if (!lastTrade) return null;
  const firstDay = tradingDayOf(begin);
  const within = days.filter(({ day }) => day >= firstDay);
  const [first] = within;
  const last = within.at(-1);
  if (!(first && last) || first.day > firstDay || last.day < tradingDayOf(lastTrade.closedAt))
    return null;
  if (missingPercent(within, firstDay, last.day) > MISSING_PERCENT_MOST) return null;
  if (hasCashFlow(within, trades)) return null;
  const before = days.findLast(({ day }) => day < firstDay && firstDay - day <= BEFORE_DAYS_MOST);
  const startMinor = before?.lastMinor ?? first.firstMinor;
  return {
    startMinor: before?.lastBalanceMinor ?? first.firstBalanceMinor,
    equity: {
      dailyMinor: [startMinor, ...levelsByWeekday(within, firstDay, last.day)],
      drawdown: drawdownOfSteps(startMinor, within),
    },
  };
}

function missingPercent(within: readonly KeptDay[], firstDay: number, lastDay: number): number {
  const known = new Set(within.map(({ day }) => day));
  let weekdays = 0;
  let missing = 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    if (!isWeekday(day)) continue;
    weekdays += 1;
    if (!known.has(day)) missing += 1;
  }
  return weekdays === 0 ? 0 : (100 * missing) / weekdays;
}

/** One day alone is a trade that was closed as the day ended; what was deposited is still there the day after, or on the last one. */
function hasCashFlow(within: readonly KeptDay[], trades: readonly ClosedTrade[]): boolean {
  const [first] = within;
  if (!first) return false;
  let next = trades.findIndex(({ closedAt }) => tradingDayOf(closedAt) > first.day);
  if (next === -1) next = trades.length;
  let explained = first.lastBalanceMinor;
  let before = false;
  const lastIndex = within.length - 1;
  return within.some(({ day, lastBalanceMinor }, index) => {
    if (index === 0) return false;
    for (; next < trades.length; next += 1) {
      const trade = trades[next];
      if (!trade || tradingDayOf(trade.closedAt) > day) break;
      explained += trade.netMinor;
    }
    const unexplained = Math.abs(lastBalanceMinor - explained);
    const now = 100 * unexplained > UNEXPLAINED_PERCENT * Math.abs(lastBalanceMinor);
    const stays = now && (before || index === lastIndex);
    before = now;
    return stays;
  });
}

/** The equity at the end of each day from Monday to Friday; one that is missing ends as the day before it. */
function levelsByWeekday(within: readonly KeptDay[], firstDay: number, lastDay: number): number[] {
  const byDay = new Map(within.map((each) => [each.day, each.lastMinor]));
  const levels: number[] = [];
  let level = within[0]?.firstMinor ?? 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    level = byDay.get(day) ?? level;
    if (isWeekday(day)) levels.push(level);
  }
  return levels;
}
