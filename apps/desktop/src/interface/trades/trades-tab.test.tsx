import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listTrades } from '../../contract/journal.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildTrade } from '../testing/run-builders.ts';

const PATH = '/configurations/London/trades';

const open = buildTrade({
  position_ticket: '2',
  symbol: 'USDJPY',
  type: 'SELL',
  volume: 1.25,
  digits: 3,
  price: 151.235,
  close_price: null,
  closed_at: null,
  profit: -12.5,
  status: 'OPEN',
  exit_reason: null,
  synced: false,
});

test('trades stand under the columns of the dashboard, open ones first', async () => {
  const closed = buildTrade({ position_ticket: '1' });
  await renderApp(PATH, { answers: [answer(listTrades, { trades: [closed, open], next: null })] });
  const table = await screen.findByRole('table', { name: /^Trades, times in/ });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Time',
    'Symbol',
    'Type',
    'Volume',
    'Price',
    'P&L',
    'Account type',
    'Status',
    'Service',
  ]);
  const rows = within(table).getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['USDJPY', 'SELL', '1.25', '151.235', '-$12.50', 'Demo', 'OPEN', 'To be synced'],
    ['EURUSD', 'BUY', '0.41', '1.15835', '+$187.36', 'Demo', 'CLOSED · Target', 'Synced'],
  ]);
});

test('more trades are asked for from where the page before ended', async () => {
  const { calls } = await renderApp(PATH, {
    answers: [
      answer(listTrades, ({ query }) =>
        query.before === 'c1'
          ? { trades: [buildTrade({ position_ticket: '1', symbol: 'GBPUSD' })], next: null }
          : { trades: [buildTrade({ position_ticket: '2' })], next: 'c1' },
      ),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more trades' }));
  const table = screen.getByRole('table');
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Show more trades' })).toBeNull();
  expect(calls.map(({ query }) => query.before)).toEqual([undefined, 'c1']);
});

test('no trades yet says what will be there', async () => {
  await renderApp(PATH, { answers: [answer(listTrades, { trades: [], next: null })] });
  expect(await screen.findByText('No trades yet')).toBeTruthy();
});

test('trades that cannot be read say so and can be read again', async () => {
  const host = await renderApp(PATH, {
    answers: [refuse(listTrades, { code: 'unavailable', message: 'The journal is locked.' }, 503)],
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The journal is locked.');
  expect(screen.queryByText('No trades yet')).toBeNull();
  host.change(answer(listTrades, { trades: [open], next: null }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});
