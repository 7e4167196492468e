import { buildHosted } from '@quorate/ui/testing/hosted';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../lib/query/query-client.ts';
import { buildHistory, buildTrade, signInAs } from '../testing/builders.ts';
import { openRecord, overview } from '../testing/dashboard.tsx';
import { buildDesk, deskAnswer } from '../testing/desk.ts';
import { serve } from '../testing/handlers.ts';
import { hostedAnswer } from '../testing/hosted.ts';
import { renderApp } from '../testing/render-app.tsx';

const decisionsAnswer = {
  body: {
    success: true,
    decisions: [],
    pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
  },
};

function optionsOf(select: HTMLElement): (string | null)[] {
  return [...select.querySelectorAll('option')].map((option) => option.textContent);
}

describe('the overview', () => {
  // @spec 2.75
  test('has a card each for today’s win rate, trades, wins and P&L', async () => {
    signInAs();
    serve({ ...overview, 'GET /api/user/desk': deskAnswer(buildDesk()) });
    await renderApp('/dashboard');
    const today = await screen.findByRole('region', { name: 'Today' });
    await within(today).findByText('66.67%');
    const cards = [...today.querySelectorAll('dl > div')].map((card) => [
      card.querySelector('dt')?.textContent,
      card.querySelector('dd')?.textContent,
    ]);
    expect(cards).toEqual([
      ['Win rate today', '66.67%'],
      ['Trades today', '3'],
      ['Wins today', '2, 1 loss'],
      ['P&L today', '-$12.50'],
    ]);
  });

  // @spec 1.12, 2.74, 6.10, 7.19
  test('names the current plan, its tokens and the day they are counted again', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const panel = await screen.findByRole('region', { name: 'Current plan' });
    expect(await within(panel).findByText('Pro')).toBeTruthy();
    for (const words of ['7M of 10M used (70%)', '3M tokens remain']) {
      expect(panel.textContent).toContain(words);
    }
    expect(panel.textContent).toMatch(/New cycle on (9|10|11) Dec 2026/);
  });

  // @spec 3.5
  test('names plan, amount, status and cycle of the subscription', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const panel = await screen.findByRole('region', { name: 'Subscription' });
    await within(panel).findByText('Active');
    expect(panel.textContent).toContain('ProActive$80.00 a month');
  });

  // @spec 3.24
  test('marks the critical items of the checklist and no others', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    await screen.findByText('1 of 6 done');
    const items = screen.getAllByRole('checkbox').map((box) => box.closest('label'));
    expect(items.map((item) => item?.textContent?.includes('Critical'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  // @spec 9.31
  test('names what the Windows app will need', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    await screen.findByText('The Windows app is not released yet.');
    const words = screen.getByRole('region', { name: 'Desktop app' }).textContent;
    for (const need of ['Windows 10 or 11 (64-bit)', '4 GB', '8 GB recommended', 'about 720 MB']) {
      expect(words).toContain(need);
    }
  });
});

describe.each(['statistics', 'history'])('the filter of the %s tab', (tab) => {
  // @spec 2.76, 2.79, 7.27, 9.27
  test('offers five periods, begins with all of time, and asks for the others by their names', async () => {
    const { queries } = await openRecord(`tab=${tab}`, { body: buildHistory({}) });
    const period = await screen.findByRole('combobox', { name: 'Date' });
    expect(optionsOf(period)).toEqual([
      'All Time',
      'Today',
      'Last 7 Days',
      'Last 30 Days',
      'Custom Period',
    ]);
    await waitFor(() => expect(queries()[0]?.period).toBe('all'));
    for (const [label, name] of [
      ['Today', 'daily'],
      ['Last 7 Days', 'weekly'],
      ['Last 30 Days', 'monthly'],
    ] as const) {
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Date' }), label);
      await waitFor(() => expect(queries().at(-1)?.period).toBe(name));
    }
  });

  // @spec 2.80, 7.24
  test('offers all accounts, demo and real ones, and leaves all out of the call', async () => {
    const { queries } = await openRecord(`tab=${tab}`, { body: buildHistory({}) });
    const account = await screen.findByRole('combobox', { name: 'Account' });
    expect(optionsOf(account)).toEqual(['All', 'Demo', 'Real']);
    await waitFor(() => expect(queries()).toHaveLength(1));
    expect(queries()[0]?.account_type).toBeUndefined();
    await userEvent.selectOptions(account, 'Demo');
    await waitFor(() => expect(queries().at(-1)?.account_type).toBe('demo'));
    await userEvent.selectOptions(account, 'Real');
    await waitFor(() => expect(queries().at(-1)?.account_type).toBe('real'));
  });

  test('offers practice accounts where an address asks for them', async () => {
    const { queries } = await openRecord(`tab=${tab}&account=practice`, {
      body: buildHistory({ trades: [buildTrade({ account_type: 'practice' })] }),
    });
    const account = await screen.findByRole('combobox', { name: 'Account' });
    expect(optionsOf(account)).toEqual(['All', 'Demo', 'Real', 'Practice']);
    await waitFor(() => expect(queries()[0]?.account_type).toBe('practice'));
    // Beside the option itself: with the row, or above the figures.
    await waitFor(() => expect(screen.getAllByText('Practice').length).toBeGreaterThan(1));
  });
});

test.each(['tab=statistics', 'tab=history', 'tab=history&view=decisions'])(
  'beside the filter at %s it says that all accounts are without practice, where they are',
  async (address) => {
    const user = signInAs();
    const answers = (other_accounts: boolean) => ({
      ...overview,
      'GET /api/user/hosted-accounts': hostedAnswer([buildHosted()], { other_accounts }),
      [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({}) },
      'GET /api/user/decisions': decisionsAnswer,
    });
    serve(answers(true));
    await renderApp(`/dashboard?${address}`);
    const words = '“All” leaves out practice. To see it, choose “Practice”.';
    await screen.findByText(words);
    const account = screen.getByRole('combobox', { name: 'Account' });
    await userEvent.selectOptions(account, 'Practice');
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    await userEvent.selectOptions(account, 'All');
    await screen.findByText(words);
    // Who has nothing but practice sees it under “All”.
    serve(answers(false));
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    expect(optionsOf(account)).toContain('Practice');
  },
);

// @spec 2.81, 7.25
test.each([
  ['Symbol', 'symbol', 'asc'],
  ['Volume', 'volume', 'desc'],
  ['P&L', 'profit', 'desc'],
])('the history is sorted by %s where its header is clicked', async (name, key, order) => {
  const { queries } = await openRecord('tab=history', {
    body: buildHistory({ trades: [buildTrade()] }),
  });
  await screen.findByText('EURUSD');
  const header = screen.getByRole('columnheader', { name });
  await userEvent.click(within(header).getByRole('button'));
  await waitFor(() => expect(queries()).toHaveLength(2));
  expect(queries()[1]).toMatchObject({ sort_by: key, sort_order: order });
});

// @spec 3.18
test('an open trade is shown as OPEN', async () => {
  const trade = buildTrade({ status: 'OPEN', closed_at: null, close_price: null });
  await openRecord('tab=history', { body: buildHistory({ trades: [trade] }) });
  await screen.findByText('EURUSD');
  expect(screen.getByText('OPEN')).toBeTruthy();
});
