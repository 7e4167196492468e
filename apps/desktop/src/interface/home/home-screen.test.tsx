import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBot, stopBot } from '../../contract/runs.ts';
import { buildAppState, buildRun, buildRunning, buildSummary } from '../testing/builders.ts';
import { answer, refuse, silent } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

const card = (name: string) => within(screen.getByRole('article', { name }));

test('without a configuration, and where no paper account is offered, there is one thing to do', async () => {
  await renderApp('/', { state: buildAppState({ configurations: [] }) });
  expect(await screen.findByText(/^No configuration yet/)).toBeTruthy();
  const steps = screen.getByRole('list', { name: 'What you can do now' });
  expect(
    within(steps)
      .getAllByRole('heading')
      .map((one) => one.textContent),
  ).toEqual(['MetaTrader 5 demo account', 'Real money']);
  const link = screen.getByRole('link', { name: 'Add Configuration' });
  expect(link.getAttribute('href')).toBe('#/add-configuration');
});

test('a card tells account, type, what the bot is doing, and its figures', async () => {
  await renderApp('/', {
    state: buildAppState({
      configurations: [
        buildSummary({ run: buildRunning({ open_positions: 2, trades_today: 3 }) }),
        buildSummary({ configuration_name: 'Live', account_type: 'real', account_number: '7001' }),
      ],
    }),
  });
  const london = card('London');
  expect(london.getByText('Demo')).toBeTruthy();
  expect(london.getByText('Running')).toBeTruthy();
  expect(london.getByText(/Waiting for the next bar of EURUSD and GBPUSD at/)).toBeTruthy();
  expect(london.getByText('$10,000.00')).toBeTruthy();
  expect(london.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    '2',
    '3',
    '6 of 6',
  ]);
  expect(card('Live').getByText('Real')).toBeTruthy();
  expect(card('Live').getByRole('link', { name: 'Back to Demo' })).toBeTruthy();
});

test('what is not known yet is told as such, not as zero', async () => {
  await renderApp('/', {
    state: buildAppState({
      configurations: [buildSummary({ setup: { green: 0, checked_at: null } })],
    }),
  });
  expect(card('London').getAllByText('not known yet')).toHaveLength(2);
  expect(card('London').getByRole('link', { name: 'Not checked yet' })).toBeTruthy();
});

// @spec 1.28
test('at the limit of the plan Add Configuration is disabled, with the reason beside it', async () => {
  const reason = 'Your plan Free allows 1 terminal account, and there is 1.';
  const state = buildAppState({ add_configuration: { allowed: false, reason } });
  const host = await renderApp('/', { state });
  const button = screen.getByRole('button', { name: 'Add Configuration' });
  expect(button).toHaveProperty('disabled', true);
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain(reason);
  const plans = within(described as HTMLElement).getByRole('link', { name: /See plans/ });
  expect(plans.getAttribute('href')).toBe('https://quorate.example/pricing');
  act(() => host.tell({ ...state, add_configuration: { allowed: true, reason: null } }));
  expect(await screen.findByRole('link', { name: 'Add Configuration' })).toBeTruthy();
});

test('the address of the form does not go around the limit of the plan', async () => {
  const reason = 'Your plan Free allows 1 terminal account, and there is 1.';
  await renderApp('/add-configuration', {
    state: buildAppState({ add_configuration: { allowed: false, reason } }),
  });
  expect(screen.getByText(reason, { exact: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
});

test('Start Bot starts the bot of its card, and the button becomes Stop Bot with the focus on it', async () => {
  const state = buildAppState({
    configurations: [buildSummary(), buildSummary({ configuration_name: 'New York' })],
  });
  const host = await renderApp('/', { state, answers: [answer(startBot, { done: true })] });
  await userEvent.click(card('New York').getByRole('button', { name: /Start Bot/ }));
  expect(host.calls.map(({ params }) => params.name)).toEqual(['New York']);
  act(() =>
    host.tell({
      ...state,
      configurations: [
        buildSummary(),
        buildSummary({ configuration_name: 'New York', run: buildRun({ phase: 'starting' }) }),
      ],
    }),
  );
  const stop = await card('New York').findByRole('button', { name: /Stop Bot/ });
  expect(document.activeElement).toBe(stop);
});

test('a start that is refused says why and where to mend it', async () => {
  await renderApp('/', {
    answers: [
      refuse(startBot, { code: 'setup_problem', message: 'The terminal is not signed in.' }),
    ],
  });
  await userEvent.click(card('London').getByRole('button', { name: /Start Bot/ }));
  const notice = await card('London').findByRole('alert');
  expect(notice.textContent).toContain('The terminal is not signed in.');
  expect(within(notice).getByRole('link', { name: 'Setup check' }).getAttribute('href')).toBe(
    '#/configurations/London/setup',
  );
});

test('at the limit of accounts a start leads to the plans', async () => {
  await renderApp('/', {
    answers: [
      refuse(startBot, { code: 'account_limit_reached', message: 'Your plan allows 1 account.' }),
    ],
  });
  await userEvent.click(card('London').getByRole('button', { name: /Start Bot/ }));
  expect(await card('London').findByRole('link', { name: /See plans/ })).toBeTruthy();
});

test('stopping a bot with open positions is asked about once', async () => {
  const state = buildAppState({
    configurations: [buildSummary({ run: buildRunning({ open_positions: 1 }) })],
  });
  const host = await renderApp('/', { state, answers: [silent(stopBot)] });
  await userEvent.click(card('London').getByRole('button', { name: /Stop Bot/ }));
  expect(host.calls).toEqual([]);
  const dialog = within(screen.getByRole('dialog', { name: 'Stop Bot?' }));
  expect(dialog.getByText(/1 position stays open/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop Bot' }));
  expect(host.calls).toHaveLength(1);
  expect(card('London').getByRole('button', { name: /Stop Bot/ })).toHaveProperty('disabled', true);
});

test('a configuration that cannot be read says why and can only be edited', async () => {
  await renderApp('/', {
    state: buildAppState({
      configurations: [buildSummary({ problem: 'risk.maximum_daily_trades is 0.' })],
    }),
  });
  expect(card('London').getByText('risk.maximum_daily_trades is 0.')).toBeTruthy();
  expect(card('London').queryByRole('button')).toBeNull();
});

test('names that look like addresses or markup lead where they should', async () => {
  const name = 'A-_ 1';
  await renderApp('/', {
    state: buildAppState({ configurations: [buildSummary({ configuration_name: name })] }),
  });
  const link = card(name).getByRole('link', { name: 'Edit' });
  expect(link.getAttribute('href')).toBe('#/configurations/A-_%201/edit');
});
