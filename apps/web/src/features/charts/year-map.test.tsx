import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openCharts, TRADES } from '../../testing/charts-panel.tsx';
import { largestDay, yearOfDays, yearsOf } from './year-weeks.ts';

const result = (day: string, net: number) => ({
  day,
  trades: 1,
  wins: net > 0 ? 1 : 0,
  losses: net < 0 ? 1 : 0,
  net,
});

describe('a year of days', () => {
  test('has its weeks from Monday on, the first and the last ones cut where the year is', () => {
    const { weeks, rows } = yearOfDays([result('2026-03-04', 5)], '2026');
    expect(rows).toBe(5);
    // 1 January 2026 is a Thursday, 31 December one as well.
    expect(weeks[0]?.days.map((cell) => cell?.day ?? null)).toEqual([
      null,
      null,
      null,
      '2026-01-01',
      '2026-01-02',
    ]);
    expect(weeks.at(-1)?.days.map((cell) => cell?.day ?? null)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      null,
    ]);
    expect(weeks).toHaveLength(53);
  });

  test('shows weekends only where something was closed on one', () => {
    expect(yearOfDays([result('2026-03-07', 5)], '2026').rows).toBe(7);
  });

  test('names each month once, in order, over all weeks together', () => {
    const { months, weeks } = yearOfDays([result('2024-02-29', 5)], '2024');
    expect(months.map(({ month }) => Number(month.slice(5)))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    expect(months.reduce((sum, each) => sum + each.weeks, 0)).toBe(weeks.length);
  });

  test('holds every day of the year once', () => {
    for (const [year, days] of [
      ['2023', 365],
      ['2024', 366],
    ] as const) {
      const week = [1, 2, 3, 4, 5, 6, 7].map((day) => result(`${year}-07-0${day}`, 1));
      const { weeks } = yearOfDays(week, year);
      const all = weeks.flatMap((week) => week.days.flatMap((cell) => cell?.day ?? []));
      expect(new Set(all).size).toBe(days);
      expect(all).toHaveLength(days);
    }
  });

  test('is one of the years with trades, and as dark as the largest day of all of them', () => {
    const days = [result('2024-05-06', -80), result('2026-05-06', 20)];
    expect(yearsOf(days)).toEqual(['2024', '2026']);
    expect(largestDay(days)).toBe(80);
  });
});

describe('the year map', () => {
  const map = () => screen.getByRole('region', { name: 'Calendar of daily results' });

  test('says the sign of a day beside its colour, and its result in words', async () => {
    await openCharts(TRADES);
    const won = within(map()).getByTitle('3 January 2025: +$120.40, 2 trades');
    const lost = within(map()).getByTitle('6 January 2025: -$50.25, 1 trade');
    const even = within(map()).getByTitle('3 February 2025: $0.00, 1 trade');
    expect([won, lost, even].map((cell) => cell.children[1]?.textContent)).toEqual(['+', '−', '0']);
  });

  test('leads from a day to its trades, of the same kind of account', async () => {
    await openCharts(TRADES, { account: 'demo' });
    const day = within(map()).getByTitle('6 January 2025: -$50.25, 1 trade');
    expect(day.getAttribute('href')).toBe(
      '/dashboard?tab=history&period=custom&from=2025-01-06&to=2025-01-06&account=demo',
    );
  });

  test('is one stop of the Tab key: arrows walk over days and weeks', async () => {
    await openCharts(TRADES);
    const stops = map().querySelectorAll('[data-day][tabindex="0"]');
    expect([...stops].map((cell) => cell.getAttribute('data-day'))).toEqual(['2025-02-04']);
    (stops[0] as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(document.activeElement?.getAttribute('data-day')).toBe('2025-01-27');
    await userEvent.keyboard('{Home}');
    expect(document.activeElement?.getAttribute('data-day')).toBe('2025-01-01');
  });

  test('turns from year to year, by its buttons and by keys', async () => {
    await openCharts([...TRADES, { day: '2026-03-02', net: 7 }]);
    expect(screen.getByRole('grid', { name: 'Results of 2026' })).toBeTruthy();
    (map().querySelector('[data-day][tabindex="0"]') as HTMLElement).focus();
    await userEvent.keyboard('{PageUp}');
    expect(screen.getByRole('grid', { name: 'Results of 2025' })).toBeTruthy();
    expect(document.activeElement?.getAttribute('data-day')).toBe('2025-02-04');
    expect(within(map()).getByRole('button', { name: 'Earlier year' })).toHaveProperty(
      'disabled',
      true,
    );
    await userEvent.click(within(map()).getByRole('button', { name: 'Later year' }));
    expect(screen.getByRole('grid', { name: 'Results of 2026' })).toBeTruthy();
    expect(map().textContent).toContain('2026: +$7.00, 1 trade; 1 day up, 0 down.');
  });
});
