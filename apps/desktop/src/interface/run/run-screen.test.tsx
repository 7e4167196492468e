import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { listTrades } from '../../contract/journal.ts';
import { getRun, haltBot, startBot } from '../../contract/runs.ts';
import { setUpTerminal } from '../../contract/setup.ts';
import { buildRun, buildRunning } from '../testing/builders.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { openRun } from '../testing/open-run.ts';
import { renderApp } from '../testing/render-app.tsx';
import {
  buildDetail,
  buildLastDecision,
  buildLimit,
  buildPosition,
} from '../testing/run-builders.ts';

const done = { done: true } as const;

test('a running bot shows what it waits for, the account, and how it stands today', async () => {
  await openRun({ detail: { today_result: -12.5 } });
  expect(screen.getByText(/Waiting for the next bar of EURUSD and GBPUSD at/)).toBeTruthy();
  const strip = within(await screen.findByRole('region', { name: 'Equity and limits' }));
  const result = await strip.findByText('-$12.50');
  expect(result.parentElement?.textContent).toBe('-$12.50 today (-0.12%)');
  expect(strip.getByText('$10,000.00')).toBeTruthy();
});

test('the countdown goes on each second and is not read out', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime('2026-11-22T13:59:00Z');
  try {
    await openRun();
    const timer = screen.getByRole('timer');
    expect(timer.textContent).toContain('in 1 min 00 s');
    expect(timer.getAttribute('aria-live')).toBe('off');
    await act(async () => vi.advanceTimersByTime(2_000));
    expect(timer.textContent).toContain('in 58 s');
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(timer.textContent).toContain('any moment now');
  } finally {
    vi.useRealTimers();
  }
});

// @spec 4.33
test('the newest decision shows every vote, the rules with their figures and what came of it', async () => {
  await openRun();
  const decision = await screen.findByRole('article', { name: 'Decision on EURUSD' });
  const votes = within(decision).getByRole('list', { name: 'Votes on EURUSD' });
  expect(within(votes).getAllByRole('listitem')).toHaveLength(3);
  expect(within(votes).getByText('SELL 57%')).toBeTruthy();
  expect(within(decision).getByText('0.5371 ≥ 0.52')).toBeTruthy();
  expect(within(decision).getByText('Bought 0.41 lots at 1.15835.')).toBeTruthy();
  expect(within(decision).getByText('Traded')).toBeTruthy();
});

test('the decisions of other symbols say the refusal with its figures before they are opened', async () => {
  const text = 'Refused by the spread: 4.1 pips, the limit is 3.6 pips.';
  await openRun({
    detail: {
      decisions: [
        buildLastDecision(),
        buildLastDecision({ symbol: 'GBPUSD', outcome: { kind: 'refused', text } }),
      ],
    },
  });
  const summary = (await screen.findAllByText(text))[0];
  expect(summary).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Decision on GBPUSD' })).toBeTruthy();
});

test('a limit says how much of it is used, and a reached one says until when and comes first', async () => {
  await openRun({
    detail: {
      limits: [
        buildLimit({ id: 'daily_loss', used: 0.8, limit: 5, unit: 'percent' }),
        buildLimit({ used: 5, reached: 'Nothing is opened until Monday, 00:00.' }),
        buildLimit({ id: 'weekly_profit', used: 1, limit: null, unit: 'percent' }),
      ],
    },
  });
  const list = await screen.findByRole('list', { name: 'Limits' });
  const [first, second, third] = within(list).getAllByRole('listitem');
  if (!first || !second || !third) throw new Error('three limits were told');
  expect(first.textContent).toContain('Maximum daily trades5 of 5 trades');
  expect(first.textContent).toContain('Reached. Nothing is opened until Monday, 00:00.');
  expect(
    within(second)
      .getByRole('progressbar', { name: 'Daily loss limit' })
      .getAttribute('aria-valuetext'),
  ).toBe('0.80% of 5%');
  expect(second.textContent).toContain(
    'Once reached, nothing more is opened until the next trading day.',
  );
  expect(third.textContent).toContain('no limit set');
  expect(within(third).queryByRole('progressbar')).toBeNull();
  // The same sentence stands at the top, in place of the next bar.
  expect(screen.queryByRole('timer')).toBeNull();
});

test('open positions show their stop loss, their take profit and the profit now', async () => {
  await openRun({
    detail: { positions: [buildPosition(), buildPosition({ ticket: '2', take_profit: null })] },
  });
  const list = await screen.findByRole('list', { name: 'Open positions' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /EURUSD BUY 0\.41\+\$42\.50Stop loss 1\.15607from 1\.15835, .*Take profit 1\.16299/,
  );
  expect(second?.textContent).toContain('Take profit –');
});

test('what nobody has named is not called nothing: a stopped bot may have left positions open', async () => {
  const { tellRun, change } = await openRun({ configuration: { run: buildRun() } });
  const strip = await screen.findByRole('region', { name: 'Equity and limits' });
  expect(within(strip).getByText('Open positions').parentElement?.textContent).toBe(
    'Open positions–not known yet',
  );
  expect(await screen.findByText(/^Not known while the bot is not running/)).toBeTruthy();
  const run = buildRunning({ phase: 'waiting', open_positions: null });
  change(answer(getRun, buildDetail({ run })));
  await tellRun(run);
  expect(await screen.findByText(/^Not known until the terminal reports/)).toBeTruthy();
  expect(screen.queryByText('Nothing is open.')).toBeNull();
});

test('a stopped bot leads to the setup check while that is not green', async () => {
  await openRun({
    configuration: { run: buildRun(), setup: { green: 4, checked_at: '2026-11-22T08:00:00Z' } },
  });
  expect(screen.getByText('Setup: 4 of 6')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Setup check' }).getAttribute('href')).toBe(
    '#/configurations/London/setup',
  );
});

test('a bot that waits for its terminal offers to set it up', async () => {
  const { calls } = await openRun({
    configuration: { run: buildRun({ phase: 'waiting' }) },
    answers: [answer(setUpTerminal, done)],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Set up terminal' }));
  expect(await screen.findByText(/The terminal is being set up and started/)).toBeTruthy();
  expect(calls.some(({ endpoint }) => endpoint === setUpTerminal)).toBe(true);
});

test('a bot that is started again says why it ended and how to end the attempts', async () => {
  await openRun({
    configuration: { run: buildRun({ phase: 'restarting', message: 'Try 4 in 8 s.' }) },
  });
  expect(screen.getByText(/Try 4 in 8 s\./).textContent).toContain(
    'Press Stop Bot to end the attempts.',
  );
  expect(screen.getByRole('button', { name: 'Stop Bot' })).toHaveProperty('disabled', false);
});

test('a bot that failed says why once, and can be started again from there', async () => {
  const message = 'The terminal is signed in to 5099999; this configuration is for 5012345.';
  const { calls } = await openRun({
    configuration: { run: buildRun({ phase: 'failed', message }) },
    answers: [answer(startBot, done)],
  });
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Logs' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === startBot)).toBe(true));
});

test('a configuration that cannot be read starts nothing and leads to its form', async () => {
  await openRun({ configuration: { run: buildRun(), problem: 'currency_pairs is missing' } });
  expect(screen.getByText('currency_pairs is missing')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start Bot' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Close everything' })).toHaveProperty('disabled', true);
});

test('figures that cannot be brought up to date stay, with their age', async () => {
  const host = await openRun();
  await screen.findByRole('article', { name: 'Decision on EURUSD' });
  host.change(refuse(getRun, { code: 'unavailable', message: 'The bot does not answer.' }, 503));
  host.change(answer(haltBot, done));
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('The bot does not answer.')).toBeTruthy();
  expect(screen.getByText(/These figures are \d+ s old/)).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Decision on EURUSD' })).toBeTruthy();
});

test('a configuration that is not there says so and leads home', async () => {
  await renderApp('/configurations/Gone');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'There is no such configuration' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your configurations' })).toBeTruthy();
});

test('tabs turn by keyboard and keep the focus', async () => {
  const host = await openRun({ answers: [answer(listTrades, { trades: [], next: null })] });
  const tab = screen.getByRole('tab', { name: 'Now' });
  tab.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('No trades yet')).toBeTruthy();
  expect(host.path()).toBe('/configurations/London/trades');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Trades' }));
});

test('a configuration may be called like a tab', async () => {
  await openRun({ configuration: { configuration_name: 'trades' } });
  expect(screen.getByRole('tab', { name: 'Now' }).getAttribute('aria-selected')).toBe('true');
});
