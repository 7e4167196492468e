import type { TradeCharts } from '@quorate/contract/trade-charts';

/** A day with closed trades. */
export type DayResult = TradeCharts['days'][number];

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
const WEEKDAYS = 5;

/** A cell of the map. `result` is null on a day without closed trades. */
export type YearDay = Readonly<{ day: string; result: DayResult | null }>;

/** One column: its days from Monday on, null outside of the year. */
export type YearWeek = Readonly<{ monday: string; days: readonly (YearDay | null)[] }>;

export type YearOfDays = Readonly<{
  weeks: readonly YearWeek[];
  /** Over how many weeks each month's name stands: a week belongs to the month of its first day in the year. */
  months: readonly Readonly<{ month: string; weeks: number }>[];
  /** Saturday and Sunday are shown where something was closed on one. */
  rows: 5 | 7;
  results: readonly DayResult[];
}>;

/** Years with trades, oldest first. */
export function yearsOf(days: readonly DayResult[]): string[] {
  return [...new Set(days.map(({ day }) => day.slice(0, 4)))];
}

/** A year as columns of weeks. @param year such as 2026 */
export function yearOfDays(days: readonly DayResult[], year: string): YearOfDays {
  const results = days.filter(({ day }) => day.startsWith(year));
  const found = new Map(results.map((result) => [result.day, result]));
  const first = Date.parse(`${year}-01-01T00:00:00Z`);
  const beforeFirst = (new Date(first).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  const rows = results.some(({ day }) => weekdayOf(day) >= WEEKDAYS) ? DAYS_A_WEEK : WEEKDAYS;
  const dayAt = (place: number) => new Date(first + place * DAY_MS).toISOString().slice(0, 10);
  const weeks: YearWeek[] = [];
  for (let start = -beforeFirst; dayAt(start).slice(0, 4) <= year; start += DAYS_A_WEEK) {
    const cells = Array.from({ length: rows }, (_, weekday) => {
      const day = dayAt(start + weekday);
      return day.startsWith(year) ? { day, result: found.get(day) ?? null } : null;
    });
    // A year that begins or ends on a weekend has a week of which nothing is shown.
    if (cells.some((cell) => cell !== null)) weeks.push({ monday: dayAt(start), days: cells });
  }
  const months: { month: string; weeks: number }[] = [];
  for (const { days: cells } of weeks) {
    const month = cells.find((cell) => cell !== null)?.day.slice(0, 7) ?? '';
    const last = months.at(-1);
    if (last?.month === month) last.weeks += 1;
    else months.push({ month, weeks: 1 });
  }
  return { weeks, months, rows, results };
}

/** 0 is Monday. */
function weekdayOf(day: string): number {
  return (new Date(Date.parse(day)).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
}

/** The largest day in either direction: shades are relative to it, in all years alike. */
export function largestDay(days: readonly DayResult[]): number {
  return days.reduce((largest, { net }) => Math.max(largest, Math.abs(net)), 0);
}
