import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect } from 'vitest';
import { ChartsPanel } from '../features/charts/charts-panel.tsx';
import type { ChartFilter } from '../features/charts/equity-curve.api.ts';
import { queryClient } from '../lib/query/query-client.ts';
import { type Answer, serve } from './handlers.ts';
import { buildCharts, buildCurve, type ChartedTrade } from './trade-charts.ts';

export const CHARTS_CALL = 'GET /api/user/trade-charts';
export const ALL_TRADES: ChartFilter = { period: 'all', from: null, to: null, account: 'all' };

/** Five trades of two months that come to 65.05. */
export const TRADES: ChartedTrade[] = [
  { day: '2025-01-03', net: 100.4, symbol: 'EURUSD', weekday: 5, hour: 10, r: 1.2 },
  {
    day: '2025-01-03',
    net: 20,
    symbol: 'XAUUSD',
    weekday: 5,
    hour: 16,
    session: 'overlap',
    r: 0.4,
  },
  { day: '2025-01-06', net: -50.25, symbol: 'EURUSD', weekday: 1, hour: 3, session: 'asia', r: -1 },
  { day: '2025-02-03', net: 0, symbol: 'EURUSD', weekday: 1, hour: 10, r: 0 },
  { day: '2025-02-04', net: -5.1, symbol: 'GBPUSD', weekday: 2, hour: 20, session: 'america' },
];
export async function openPanel(answer: Answer, filter: Partial<ChartFilter> = {}) {
  const calls = serve({
    [CHARTS_CALL]: answer,
    'GET /api/user/equity-curve': { body: buildCurve() },
  });
  let path = '';
  function Address() {
    const { pathname, search } = useLocation();
    path = pathname + search;
    return null;
  }
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ChartsPanel
          userId="u"
          timeZone="Asia/Karachi"
          filter={{ ...ALL_TRADES, ...filter }}
          currency="USD"
        />
        <Address />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await waitFor(() =>
    expect(calls.some(({ path }) => path === '/api/user/trade-charts')).toBe(true),
  );
  return { calls, path: () => path };
}

export const openCharts = async (
  trades: readonly ChartedTrade[],
  filter: Partial<ChartFilter> = {},
) => {
  const opened = await openPanel({ body: buildCharts(trades) }, filter);
  await screen.findByRole('grid');
  return opened;
};
