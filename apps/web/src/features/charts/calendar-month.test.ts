import { describe, expect, test } from 'vitest';
import { calendarMonth, largestDay, monthsWithTrades } from './calendar-chart.tsx';

const day = (name: string, net: number, trades = 1) => ({
  day: name,
  trades,
  wins: net > 0 ? trades : 0,
  losses: net < 0 ? trades : 0,
  net,
});

// 2026-02-28 to 2026-03-02: Saturday of one month to Monday of the next.
const days = [
  day('2026-01-05', 10, 2),
  day('2026-02-27', -4),
  day('2026-02-28', 1.1),
  day('2026-03-01', 7),
  day('2026-03-02', 0.2),
];

describe('a month of the calendar', () => {
  test('has six weeks from Monday, with nothing outside the month', () => {
    const { weeks } = calendarMonth(days, '2026-03');
    expect(weeks).toHaveLength(6);
    // 1 March 2026 is a Sunday.
    expect(weeks[0]?.days.map((cell) => cell?.day ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      '2026-03-01',
    ]);
    expect(weeks[1]?.days[0]?.day).toBe('2026-03-02');
    expect(weeks.flatMap((week) => week.days.filter(Boolean))).toHaveLength(31);
  });

  test('has the 29th of February in a leap year alone', () => {
    const last = (month: string) =>
      calendarMonth([], month)
        .weeks.flatMap((week) => week.days)
        .findLast((cell) => cell !== null)?.day;
    expect(last('2024-02')).toBe('2024-02-29');
    expect(last('2026-02')).toBe('2026-02-28');
  });

  test('adds up each week’s own days, and the weeks add up to the month', () => {
    const { weeks, total } = calendarMonth(days, '2026-02');
    expect(weeks[4]?.total).toEqual({ trades: 2, wins: 1, losses: 1, net: -2.9 });
    expect(total).toEqual({ trades: 2, wins: 1, losses: 1, net: -2.9 });
    expect(calendarMonth(days, '2026-03').weeks.map((week) => week.total.net)).toEqual([
      7, 0.2, 0, 0, 0, 0,
    ]);
  });
});

test('months with trades are listed with the number of trades', () => {
  expect(monthsWithTrades(days)).toEqual([
    { month: '2026-01', trades: 2 },
    { month: '2026-02', trades: 2 },
    { month: '2026-03', trades: 2 },
  ]);
});

test('the largest day may be a loss', () => {
  expect(largestDay(days)).toBe(10);
  expect(largestDay([day('2026-01-05', 3), day('2026-01-06', -8)])).toBe(8);
  expect(largestDay([])).toBe(0);
});
