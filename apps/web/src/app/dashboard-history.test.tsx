import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { setMedia } from '../testing/browser.ts';
import { buildHistory, buildTrade } from '../testing/builders.ts';
import { openRecord, timeZone, unavailable } from '../testing/dashboard.tsx';
import type { Answer } from '../testing/handlers.ts';

describe('trade history', () => {
  const table = () => screen.getByRole('table');
  const cells = () =>
    within(table())
      .getAllByRole('cell')
      .map((cell) => cell.textContent);

  // @spec 2.83, 3.16, 3.17
  test('shows a trade in eight columns with the decimals that belong to each', async () => {
    const trade = buildTrade({
      symbol: 'USDJPY',
      digits: 3,
      price: 149.5,
      volume: 0.5,
      profit: -1234.5,
      trade_type: 'SELL',
      account_type: 'unknown',
    });
    await openRecord('tab=history', { body: buildHistory({ trades: [trade] }) });
    await screen.findByText('USDJPY');
    expect(cells().slice(1)).toEqual([
      'USDJPY',
      'SELL',
      '0.50',
      '149.500',
      '-$1,234.50',
      'Unknown · alone',
      'CLOSED',
    ]);
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Time', 'Symbol', 'Type', 'Volume', 'Price', 'P&L', 'Account type', 'Status']);
  });

  test('shows no result of a trade that was cancelled, and none of 0', async () => {
    const trade = buildTrade({ symbol: 'USDCHF', status: 'CANCELLED', profit: 0, closed_at: null });
    await openRecord('tab=history', { body: buildHistory({ trades: [trade] }) });
    await screen.findByText('USDCHF');
    expect(cells().slice(5)).toEqual(['–', 'Demo · alone', 'CANCELLED']);
  });

  test('says what was corrected of a trade, and when', async () => {
    const trade = buildTrade({ position_ticket: '77', profit: 12.5, close_price: 1.0861 });
    const { account_id, position_ticket, trade_time, digits, stop_loss, take_profit, ...figures } =
      trade;
    const { currency, account_type, corrections, ...was } = figures;
    const at = '2026-11-21T09:00:00.000Z';
    const corrected = {
      ...trade,
      corrections: [{ ...was, at, revision: 1, profit: -10, close_price: 1.0832 }],
    };
    await openRecord('tab=history', { body: buildHistory({ trades: [corrected] }) });
    await userEvent.click(await screen.findByRole('button', { name: /corrected.*trade 77/ }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Trade 77: what was corrected' }),
    );
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Corrected/),
      'Closing price: 1.08320 became 1.08610',
      'P&L: -$10.00 became $12.50',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // @spec 9.26
  test('asks for the newest 50 trades of all accounts and times', async () => {
    const { queries } = await openRecord('tab=history', { body: buildHistory({}) });
    await screen.findByText('No trades yet');
    expect(queries()).toEqual([
      { period: 'all', time_zone: timeZone, sort_order: 'desc', page: '1', per_page: '50' },
    ]);
  });

  // @spec 7.24, 7.25
  test('asks for what the address says', async () => {
    const { queries } = await openRecord(
      'tab=history&period=weekly&account=real&sort=profit&order=asc&page=3&per_page=100',
      { body: buildHistory({ page: 3, per_page: 100, total: 250 }) },
    );
    await waitFor(() => expect(queries()).toHaveLength(1));
    expect(queries()[0]).toEqual({
      period: 'weekly',
      time_zone: timeZone,
      account_type: 'real',
      sort_by: 'profit',
      sort_order: 'asc',
      page: '3',
      per_page: '100',
    });
  });

  test('reads nonsense in the address as not given', async () => {
    const { queries } = await openRecord(
      'tab=history&period=yearly&account=moon&sort=ticket&order=up&page=-2&per_page=7&from=x',
      { body: buildHistory({}) },
    );
    await waitFor(() => expect(queries()).toHaveLength(1));
    expect(queries()[0]).toMatchObject({ period: 'all', page: '1', per_page: '50' });
  });

  // @spec 2.81
  test('sorts by a column, first from its top and then the other way', async () => {
    const { queries } = await openRecord('tab=history&page=2', {
      body: buildHistory({ trades: [buildTrade()], page: 2, total: 60 }),
    });
    const header = () => screen.getByRole('columnheader', { name: 'P&L' });
    await screen.findByText('EURUSD');
    await userEvent.click(within(header()).getByRole('button'));
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'));
    await userEvent.click(within(header()).getByRole('button'));
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'));
    expect(queries().slice(1)).toMatchObject([
      { sort_by: 'profit', sort_order: 'desc', page: '1' },
      { sort_by: 'profit', sort_order: 'asc', page: '1' },
    ]);
  });

  // @spec 3.21, 7.26
  test('turns pages, and keeps the rows while the next ones load', async () => {
    const { queries } = await openRecord('tab=history&per_page=10', (call) => ({
      body: buildHistory({
        trades: [buildTrade({ symbol: `PAGE${call.query.page}` })],
        page: Number(call.query.page),
        per_page: 10,
        total: 21,
      }),
    }));
    await screen.findByText('PAGE1');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('PAGE2');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('PAGE3');
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
    expect(queries().map(({ page }) => page)).toEqual(['1', '2', '3']);
  });

  test('goes back to the last page when the address names one beyond it', async () => {
    const { router } = await openRecord('tab=history&page=9', (call) => ({
      body: buildHistory({
        trades: call.query.page === '2' ? [buildTrade()] : [],
        page: Number(call.query.page),
        total: 51,
      }),
    }));
    expect(await screen.findByText('EURUSD')).toBeTruthy();
    expect(router.state.location.search).toContain('page=2');
  });

  // @spec 2.82, 9.26
  test('offers the page sizes of the record', async () => {
    const { queries } = await openRecord('tab=history', {
      body: buildHistory({ trades: [buildTrade()] }),
    });
    const select = await screen.findByRole('combobox', { name: 'Rows per page' });
    const sizes = [...select.querySelectorAll('option')].map((option) => option.textContent);
    expect(sizes).toEqual(['10', '25', '50', '100', '200', '500']);
    await userEvent.selectOptions(select, '500');
    await waitFor(() => expect(queries().at(-1)?.per_page).toBe('500'));
  });

  test('tells a filter without trades from a record without any', async () => {
    const { queries } = await openRecord('tab=history&account=real', { body: buildHistory({}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all trades' }));
    expect(await screen.findByText('No trades yet')).toBeTruthy();
    expect(screen.getByText(/Run the bot/)).toBeTruthy();
    expect(queries().at(-1)?.account_type).toBeUndefined();
  });

  // @spec 2.84
  test('says that history syncs automatically, then loads the list again', async () => {
    const { queries } = await openRecord('tab=history', { body: buildHistory({}) });
    await screen.findByText('No trades yet');
    await userEvent.click(screen.getByRole('button', { name: 'Sync MT5 History' }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('syncs automatically when the bot starts');
    expect(queries()).toHaveLength(1);
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(queries()).toHaveLength(2));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('says that it failed, and loads at Retry', async () => {
    let answer: Answer = unavailable;
    await openRecord('tab=history', () => answer);
    expect(await screen.findByText('Failed to load trade history')).toBeTruthy();
    answer = { body: buildHistory({ trades: [buildTrade()] }) };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('EURUSD')).toBeTruthy();
  });

  test('offers sorting where there are no column headers', async () => {
    setMedia('(min-width: 60rem)', false);
    const { queries } = await openRecord('tab=history', {
      body: buildHistory({ trades: [buildTrade()] }),
    });
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Sort by' }),
      'Symbol',
    );
    await waitFor(() => expect(queries().at(-1)?.sort_by).toBe('symbol'));
    expect(screen.queryByRole('table')).toBeNull();
    expect(await screen.findByText('EURUSD')).toBeTruthy();
  });
});
