import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DemoContext } from '../../lib/demo.ts';
import { demoQueryClient } from '../../lib/query/query-client.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { buildHistory, buildStatistics } from '../../testing/builders.ts';
import { overview, unavailable } from '../../testing/dashboard.tsx';
import { type Answer, type Call, serve } from '../../testing/handlers.ts';
import { buildHosted, hostedAnswer } from '../../testing/hosted.ts';
import { TodayCards } from './today-cards.tsx';

const LIST = 'GET /api/user/hosted-accounts';
const TRADES = `GET /api/bot/trade-statistics/${DEMO_USER_ID}`;

afterEach(() => demoQueryClient.clear());

/** The demo's cards, watched from a zone that is a day ahead of UTC in the evening. */
function watch(list: Answer, trades: (call: Call) => Answer) {
  const handlers = { ...overview, [LIST]: list, [TRADES]: trades };
  const calls = serve(handlers);
  render(
    <DemoContext value={true}>
      <QueryProvider>
        <TodayCards userId={DEMO_USER_ID} timeZone="Asia/Karachi" />
      </QueryProvider>
    </DemoContext>,
  );
  const asked = () => calls.filter(({ path }) => /statistics/.test(path));
  return { today: within(screen.getByRole('region', { name: 'Today' })), asked, handlers };
}

const at = (market_time: string | null) => hostedAnswer([buildHosted({ market_time })]);
const ofDay = ({ query }: Call) => ({
  body: buildHistory({
    statistics: buildStatistics({
      total_trades: query.start_date === '2026-08-13' ? 4 : 0,
      winning_trades: 3,
      losing_trades: 1,
      win_rate: 75,
      net_profit: 12.5,
    }),
  }),
});

test('the demo’s cards are of its market’s newest day, and say which that is', async () => {
  const { today, asked } = watch(at('2026-08-12T20:00:00.000Z'), ofDay);
  await today.findByText('75.00%');
  today.getByText('+$12.50');
  today.getByText('“Today” is 13 Aug 2026, the newest day of this made-up market.');
  expect(asked().map(({ query }) => [query.period, query.start_date, query.end_date])).toEqual([
    ['custom', '2026-08-13', '2026-08-13'],
  ]);
});

test('they go on to the next day with its market', async () => {
  const { today, handlers } = watch(at('2026-08-12T20:00:00.000Z'), ofDay);
  await today.findByText('75.00%');
  handlers[LIST] = at('2026-08-13T20:00:00.000Z');
  await act(() => demoQueryClient.refetchQueries({ queryKey: ['bots'] }));
  await today.findByText(/is 14 Aug 2026/);
  await waitFor(() => expect(today.queryByText('75.00%')).toBeNull());
});

test.each([
  ['has no bar yet', at(null)],
  ['cannot be asked for its time', unavailable],
])('a demo that %s shows the day of the clock, and names none', async (_, list) => {
  const { today, asked } = watch(list, ofDay);
  await today.findByText('66.67%', {}, { timeout: 10_000 });
  expect(today.queryByText(/newest day/)).toBeNull();
  expect(asked().map(({ path, query }) => [path, query.period])).toEqual([
    ['/api/user/trading-statistics', 'daily'],
  ]);
});
