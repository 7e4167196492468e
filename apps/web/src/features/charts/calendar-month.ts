import type { ChartSlice } from '@quorate/contract/trade-charts';
import type { DayResult } from './equity-points.ts';
import { sliceTotal } from './slice-total.ts';

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
/** No month touches more, so that a page of the calendar always has the same height. */
const WEEKS = 6;

/** A cell of the grid. `result` is null on a day without closed trades. */
export type CalendarDay = { day: string; result: DayResult | null };

/** Days outside the month are null. */
export type CalendarWeek = { monday: string; days: (CalendarDay | null)[]; total: ChartSlice };

export type CalendarMonth = { month: string; weeks: CalendarWeek[]; total: ChartSlice };

export type MonthChoice = { month: string; trades: number };

/** The months with trades such as 2025-01, oldest first. */
export function monthsWithTrades(days: readonly DayResult[]): MonthChoice[] {
  const months = new Map<string, number>();
  for (const { day, trades } of days) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + trades);
  }
  return [...months].map(([month, trades]) => ({ month, trades }));
}

/** One month as six weeks from Monday to Sunday. Week totals are of the month's own days alone. */
export function calendarMonth(days: readonly DayResult[], month: string): CalendarMonth {
  const results = new Map(
    days.filter(({ day }) => day.startsWith(month)).map((result) => [result.day, result]),
  );
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const beforeFirst = (new Date(first).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  const dayAt = (place: number) =>
    new Date(first + (place - beforeFirst) * DAY_MS).toISOString().slice(0, 10);
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const start = week * DAYS_A_WEEK;
    const cells = Array.from({ length: DAYS_A_WEEK }, (_, weekday) => {
      const day = dayAt(start + weekday);
      return day.startsWith(month) ? { day, result: results.get(day) ?? null } : null;
    });
    const total = sliceTotal(cells.flatMap((cell) => cell?.result ?? []));
    return { monday: dayAt(start), days: cells, total };
  });
  return { month, weeks, total: sliceTotal([...results.values()]) };
}

/** The largest day in either direction: shades are relative to it, over all months alike. */
export function largestDay(days: readonly DayResult[]): number {
  return days.reduce((largest, { net }) => Math.max(largest, Math.abs(net)), 0);
}
