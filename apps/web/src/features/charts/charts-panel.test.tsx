import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../../lib/query/query-client.ts';
import {
  ALL_TRADES,
  CHARTS_CALL,
  openCharts,
  openPanel,
  TRADES,
} from '../../testing/charts-panel.tsx';
import { unavailable } from '../../testing/dashboard.tsx';
import { type Answer, serve, silence } from '../../testing/handlers.ts';
import { buildCharts } from '../../testing/trade-charts.ts';
import { ChartsPanel } from './charts-panel.tsx';

const CURVE_CALL = 'GET /api/user/equity-curve';

/** 100.40 + 20 - 50.25 + 0 - 5.10 */
const TOTAL = 'Total +$65.05, 5 trades';

const chart = (name: string) => screen.getByRole('region', { name });
const CHARTS = [
  'Calendar of daily results',
  'Results by weekday',
  'Results by hour',
  'Results by session',
  'Distribution of R',
  'Results by symbol',
];
const readout = (name: string) =>
  chart(name).querySelector('[data-readout]')?.textContent ?? 'no readout';

describe('the charts', () => {
  test('ask for what the filter selects', async () => {
    const { calls } = await openCharts(TRADES, {
      period: 'custom',
      from: '2025-01-01',
      to: '2025-02-28',
      account: 'demo',
    });
    expect(calls.find(({ path }) => path.endsWith('trade-charts'))?.query).toEqual({
      period: 'custom',
      start_date: '2025-01-01',
      end_date: '2025-02-28',
      account_type: 'demo',
      time_zone: 'Asia/Karachi',
      currency: 'USD',
    });
  });

  test('all show the same total', async () => {
    await openCharts(TRADES);
    for (const name of CHARTS) {
      const text = chart(name).textContent ?? '';
      expect(text, name).toContain(TOTAL);
    }
    expect(chart('Distribution of R').textContent).toContain(
      '-$5.10 of it from 1 trade without a stop',
    );
  });

  test.each(CHARTS)('have a table for everybody that adds up to the total: %s', async (name) => {
    await openCharts(TRADES);
    const toggle = within(chart(name)).getByRole('button', { name: `${name}: show as table` });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    const table = within(chart(name)).getByRole('table');
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    const net = heads.indexOf('Net');
    const cells = [...table.querySelectorAll('tbody tr')].map(
      (row) => row.children[net]?.textContent ?? '',
    );
    const cents = cells.map((text) => Math.round(Number(text.replace(/[$,]/g, '')) * 100));
    expect(cents.reduce((sum, value) => sum + value, 0)).toBe(6_505);
  });

  test('read bars out by arrow keys, and those in rows by up and down', async () => {
    await openCharts(TRADES);
    screen.getByRole('application', { name: /^Results by weekday/ }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(readout('Results by weekday')).toBe('Monday: -$50.25, 2 trades, 0 won, 1 lost');
    await userEvent.keyboard('{End}');
    expect(readout('Results by weekday')).toBe('Sunday: no trades');
    screen.getByRole('application', { name: /^Results by symbol/ }).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(readout('Results by symbol')).toBe('XAUUSD: +$20.00, 1 trade, 1 won, 0 lost');
  });

  test('stand with one trade and with wins alone', async () => {
    await openCharts([{ day: '2025-01-03', net: 12.5, r: 4 }]);
    for (const name of CHARTS) expect(chart(name).textContent).toContain('Total +$12.50, 1 trade');
  });
});

describe('without charts', () => {
  test('a place of their size is held while they load', async () => {
    serve({ [CHARTS_CALL]: silence, [CURVE_CALL]: silence });
    render(
      <MemoryRouter>
        <QueryClientProvider client={queryClient}>
          <ChartsPanel userId="u" timeZone="UTC" filter={ALL_TRADES} currency={null} />
        </QueryClientProvider>
      </MemoryRouter>,
    );
    expect(screen.getByText('Loading charts')).toBeTruthy();
    for (const name of CHARTS) expect(chart(name)).toBeTruthy();
  });

  test('a failure has its own sentence, and can be tried again', async () => {
    const answers: Record<string, Answer> = { [CHARTS_CALL]: unavailable };
    serve({ [CURVE_CALL]: silence, [CHARTS_CALL]: () => answers[CHARTS_CALL] ?? unavailable });
    render(
      <MemoryRouter>
        <QueryClientProvider client={queryClient}>
          <ChartsPanel userId="u" timeZone="UTC" filter={ALL_TRADES} currency={null} />
        </QueryClientProvider>
      </MemoryRouter>,
    );
    expect(await screen.findByText('Failed to load the charts')).toBeTruthy();
    expect(screen.queryByText('Loading charts')).toBeNull();
    answers[CHARTS_CALL] = { body: buildCharts(TRADES) };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('grid');
    expect(screen.queryByText('Failed to load the charts')).toBeNull();
  });

  test('an empty selection says so', async () => {
    await openPanel({ body: buildCharts([]) });
    expect(await screen.findByText('No closed trades in this selection')).toBeTruthy();
  });
});
