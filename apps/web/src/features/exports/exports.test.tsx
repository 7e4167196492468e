import { buildHosted } from '@quorate/ui/testing/hosted';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildHistory, buildStatistics, buildTrade, signInAs } from '../../testing/builders.ts';
import { overview, timeZone, unavailable } from '../../testing/dashboard.tsx';
import { catchDownloads } from '../../testing/downloads.ts';
import { type Answer, type Call, refusal, serve } from '../../testing/handlers.ts';
import { hostedAnswer } from '../../testing/hosted.ts';
import { renderApp } from '../../testing/render-app.tsx';

async function open(search: string, answer: Answer) {
  const user = signInAs();
  const calls = serve({
    ...overview,
    [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({}) },
    'GET /api/user/exports/trades': answer,
  });
  const router = await renderApp(`/dashboard?tab=history${search}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  return { calls, router, dialog: await screen.findByRole('dialog', { name: 'Export trades' }) };
}

test('what the filter shows is saved under the service’s name', async () => {
  const downloads = catchDownloads();
  const { calls, dialog } = await open(
    '&period=custom&from=2025-01-01&to=2025-01-31&account=real&sort=profit&order=asc&page=3',
    {
      body: 'position_ticket\r\n1\r\n',
      headers: { 'content-disposition': 'attachment; filename="quorate-trades-real.csv"' },
    },
  );
  expect(within(dialog).getByText(/real accounts, 2025-01-01 to 2025-01-31/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download CSV' }));
  await within(dialog).findByText('quorate-trades-real.csv (20 bytes) is in your downloads.');
  expect(downloads.map(({ name }) => name)).toEqual(['quorate-trades-real.csv']);
  const [call] = calls.filter(({ path }) => path === '/api/user/exports/trades');
  expect(call?.query).toEqual({
    period: 'custom',
    start_date: '2025-01-01',
    end_date: '2025-01-31',
    account_type: 'real',
    time_zone: timeZone,
    sort_by: 'profit',
    sort_order: 'asc',
    format: 'csv',
  });
});

test('an export of all accounts says that practice is not in it, where it is not', async () => {
  const user = signInAs();
  serve({
    ...overview,
    'GET /api/user/hosted-accounts': hostedAnswer([buildHosted()], { other_accounts: true }),
    [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({}) },
  });
  await renderApp('/dashboard?tab=history');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export trades' });
  await within(dialog).findByText(/What the filter shows: all accounts but practice, all time/);
});

test('a refused export says why', async () => {
  const { dialog } = await open(
    '',
    refusal(409, 'export_too_large', 'An Excel file takes at most 100000 trades.'),
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download Excel' }));
  await within(dialog).findByText('An Excel file takes at most 100000 trades.');
});

test('the statement of the same filter is one link away', async () => {
  const { router, dialog } = await open('&period=weekly&page=2', unavailable);
  await userEvent.click(within(dialog).getByRole('link', { name: 'Open statement' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/statement'));
  expect(router.state.location.search).toBe('?period=weekly');
});

async function openStatement(search: string, answer: Answer | ((call: Call) => Answer)) {
  const user = signInAs();
  const path = `/api/bot/trade-statistics/${user.id}`;
  const calls = serve({ ...overview, [`GET ${path}`]: answer });
  await renderApp(`/dashboard/statement${search}`);
  return calls;
}

test('the statement shows its period, its zone, the twelve figures and every trade of all pages', async () => {
  const calls = await openStatement('?period=monthly&account=demo', (call) => ({
    body: buildHistory({
      trades: [buildTrade({ symbol: `PAGE${call.query.page}` })],
      page: Number(call.query.page),
      per_page: 500,
      total: 1_001,
      statistics: buildStatistics(),
    }),
  }));
  await screen.findByText('PAGE3');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trading statement');
  expect(screen.getByText('The last 30 days')).toBeTruthy();
  expect(screen.getByText('Demo accounts')).toBeTruthy();
  expect(screen.getByText(timeZone)).toBeTruthy();
  expect(document.querySelectorAll('article dl dt')).toHaveLength(5 + 12);
  expect(screen.getAllByRole('row')).toHaveLength(1 + 3);
  const pages = calls.filter(({ path }) => path.includes('trade-statistics'));
  expect(pages.map(({ query }) => [query.page, query.per_page])).toEqual([
    ['1', '500'],
    ['2', '500'],
    ['3', '500'],
  ]);
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test.each([
  ['', false, 'Practice accounts, on a made-up market'],
  ['?account=practice', true, 'Practice accounts, on a made-up market'],
  ['', true, 'All accounts but practice'],
  ['?account=demo', true, 'Demo accounts'],
])(
  'the statement of %j says which accounts it is of, others: %j',
  async (search, other_accounts, words) => {
    const user = signInAs();
    serve({
      ...overview,
      'GET /api/user/hosted-accounts': hostedAnswer([buildHosted()], { other_accounts }),
      // Too many to print: no row tells of its account.
      [`GET /api/bot/trade-statistics/${user.id}`]: {
        body: buildHistory({ trades: [buildTrade()], per_page: 500, total: 5_001 }),
      },
    });
    await renderApp(`/dashboard/statement${search}`);
    await screen.findByText(words);
  },
);

test('the statement of practice trades says so from their rows, whatever else is known', async () => {
  await openStatement('', {
    body: buildHistory({ trades: [buildTrade({ account_type: 'practice' })] }),
  });
  await screen.findByText('Practice accounts, on a made-up market');
});

test('the statement calls a cancelled trade neither open nor one with a result', async () => {
  const cancelled = buildTrade({
    symbol: 'USDCHF',
    status: 'CANCELLED',
    profit: 0,
    closed_at: null,
    close_price: null,
  });
  await openStatement('', { body: buildHistory({ trades: [cancelled] }) });
  const row = (await screen.findByText('USDCHF')).closest('tr');
  const cells = [...(row?.cells ?? [])].map(({ textContent }) => textContent);
  expect([cells[1], cells[9]]).toEqual(['CANCELLED', '–']);
});

test('a statement of too many trades shows the figures and says to use CSV', async () => {
  const calls = await openStatement('', {
    body: buildHistory({ trades: [buildTrade()], per_page: 500, total: 5_001 }),
  });
  await screen.findByText('5,001 trades are too many to print');
  expect(screen.queryByRole('table')).toBeNull();
  expect(calls.filter(({ path }) => path.includes('trade-statistics'))).toHaveLength(1);
});

test('a statement that fails can be asked for again', async () => {
  let failed = false;
  await openStatement('', () => {
    if (failed) return { body: buildHistory({}) };
    failed = true;
    return unavailable;
  });
  await screen.findByText('Failed to load the statement');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No trades in this period.');
});

test('a statement is for whoever is signed in', async () => {
  const router = await renderApp('/dashboard/statement');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
