import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getConfiguration } from '../../contract/configurations.ts';
import {
  getRealMoney,
  type RealMoneyTerms,
  switchToDemo,
  switchToReal,
} from '../../contract/real-money.ts';
import { getRun } from '../../contract/runs.ts';
import { listTerminals } from '../../contract/terminals.ts';
import {
  buildAppState,
  buildConfiguration,
  buildRun,
  buildRunning,
  buildSummary,
} from '../testing/builders.ts';
import { answer, refuse, silent } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

const passed: RealMoneyTerms = {
  account_type: 'demo',
  setup_check_passed: true,
  demo_trades: 31,
  demo_trades_needed: 20,
};

async function open(terms: Partial<RealMoneyTerms> = {}, summary = buildSummary()) {
  const host = await renderApp('/configurations/London/real-money', {
    state: buildAppState({ configurations: [summary] }),
    answers: [
      answer(getRealMoney, { ...passed, ...terms }),
      answer(getConfiguration, {
        configuration: buildConfiguration({ account_type: summary.account_type }),
      }),
      answer(listTerminals, { terminals: [], broker_servers: ['Broker-Demo', 'Broker-Live'] }),
      answer(switchToReal, { done: true }),
      answer(switchToDemo, { done: true }),
      silent(getRun),
    ],
  });
  await screen.findByLabelText('Terminal password');
  return host;
}

const account = () => screen.getByRole('textbox', { name: /^Account number of the/ });
const again = () => screen.getByRole('textbox', { name: 'Type the account number once more' });
const risk = () => screen.getByRole('checkbox', { name: /losses are real/ });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Switch to Real' }));

async function fillIn(number = '7001', repeated = number) {
  await userEvent.clear(account());
  await userEvent.type(account(), number);
  await userEvent.clear(screen.getByRole('combobox', { name: 'Broker server' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Broker server' }), 'Broker-Live');
  await userEvent.type(screen.getByLabelText('Terminal password'), 'secret');
  await userEvent.type(again(), repeated);
}

const requirements = () =>
  within(screen.getByRole('list', { name: 'What is needed' }))
    .getAllByRole('img')
    .map((one) => one.getAttribute('aria-label'));

test('everything met, typed twice and ticked: the configuration is switched', async () => {
  const host = await open();
  expect(requirements()).toEqual(['met', 'met', 'met']);
  await fillIn();
  await userEvent.click(risk());
  await press();
  await waitFor(() => expect(host.path()).toBe('/configurations/London'));
  expect(host.bodiesOf(switchToReal)).toEqual([
    {
      account_number: '7001',
      broker_server: 'Broker-Live',
      terminal_password: 'secret',
      confirm_account_number: '7001',
      risk_accepted: true,
      few_trades_accepted: false,
    },
  ]);
});

test('nothing of the demo account stands in for the real one', async () => {
  await open();
  expect(account()).toHaveProperty('value', '');
  expect(screen.getByLabelText('Terminal password')).toHaveProperty('placeholder', '');
});

test('without a passed setup check there is no way on', async () => {
  const host = await open({ setup_check_passed: false });
  expect(requirements()).toEqual(['not met', 'met', 'met']);
  expect(screen.getByRole('button', { name: 'Switch to Real' })).toHaveProperty('disabled', true);
  await fillIn();
  await userEvent.click(risk());
  await userEvent.type(again(), '{Enter}');
  expect(host.bodiesOf(switchToReal)).toEqual([]);
  expect(screen.getByRole('link', { name: 'Go to the setup check' })).toBeTruthy();
});

test('while the bot is at work there is no way on', async () => {
  await open({}, buildSummary({ run: buildRunning() }));
  expect(requirements()).toEqual(['met', 'met', 'not met']);
  expect(screen.getByRole('button', { name: 'Switch to Real' })).toHaveProperty('disabled', true);
});

test('too few demo trades need a tick of their own that names both figures', async () => {
  const host = await open({ demo_trades: 7 });
  await fillIn();
  await userEvent.click(risk());
  await press();
  expect(screen.getByText('Tick this to continue.')).toBeTruthy();
  expect(host.bodiesOf(switchToReal)).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: /7 of 20 demo trades/ }));
  await press();
  await waitFor(() => expect(host.bodiesOf(switchToReal)).toHaveLength(1));
  expect(host.bodiesOf(switchToReal)[0]).toMatchObject({ few_trades_accepted: true });
});

test('a service that cannot be asked is no pass', async () => {
  await open({ demo_trades: null });
  expect(requirements()).toEqual(['met', 'not met', 'met']);
  expect(
    screen.getByRole('checkbox', { name: 'I continue without proof of 20 demo trades.' }),
  ).toBeTruthy();
});

test('an account number that is not the same twice is refused at its field', async () => {
  const host = await open();
  await fillIn('7001', '7010');
  await userEvent.click(risk());
  await press();
  expect(screen.getByText('This is not the account number above.')).toBeTruthy();
  expect(document.activeElement).toBe(again());
  expect(host.bodiesOf(switchToReal)).toEqual([]);
});

test('the number cannot be pasted into its second field', async () => {
  await open();
  await userEvent.click(again());
  await userEvent.paste('5012345');
  expect(again()).toHaveProperty('value', '');
});

test('the risk has to be accepted', async () => {
  const host = await open();
  await fillIn();
  await press();
  expect(document.activeElement).toBe(risk());
  expect(host.bodiesOf(switchToReal)).toEqual([]);
});

test('a refusal of the app is told, and it is still a demo configuration', async () => {
  const host = await open();
  host.change(
    refuse(switchToReal, { code: 'setup_check_needed', message: 'Only 5 of 6 items are green.' }),
  );
  await fillIn();
  await userEvent.click(risk());
  await press();
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('The configuration was not switched to Real');
  expect(notice.textContent).toContain('Only 5 of 6 items are green.');
  expect(within(notice).getByRole('link', { name: 'Setup check' })).toBeTruthy();
});

test('after the switch every screen shows it', async () => {
  const host = await open();
  act(() => host.tell(buildAppState({ configurations: [buildSummary({ account_type: 'real' })] })));
  const bar = await screen.findByRole('complementary', { name: 'Real money' });
  expect(bar.textContent).toContain('5012345 at Broker-Demo');
});

test('back to Demo says what becomes of positions while nobody knows whether there are any', async () => {
  await open({ account_type: 'real' }, buildSummary({ account_type: 'real', run: buildRun() }));
  expect(screen.getByText(/Positions on the real account stay open/)).toBeTruthy();
});

test('back to Demo asks for the demo account, and not for the real one again', async () => {
  const host = await open({ account_type: 'real' }, buildSummary({ account_type: 'real' }));
  expect(account()).toHaveProperty('value', '');
  await userEvent.type(account(), '5012345');
  await userEvent.type(screen.getByRole('combobox', { name: 'Broker server' }), 'Broker-Demo');
  await userEvent.click(screen.getByRole('button', { name: 'Back to Demo' }));
  expect(screen.getByText(/This is the real account/)).toBeTruthy();
  await userEvent.clear(account());
  await userEvent.type(account(), '6001');
  await userEvent.click(screen.getByRole('button', { name: 'Back to Demo' }));
  await waitFor(() => expect(host.path()).toBe('/configurations/London'));
  expect(host.bodiesOf(switchToDemo)).toEqual([
    { account_number: '6001', broker_server: 'Broker-Demo', terminal_password: null },
  ]);
});

test('says what is looked at of the real account before anything is traded there', async () => {
  await open();
  const notice = screen.getByText(/stays stopped until you press Start Bot/);
  expect(notice.textContent).toMatch(
    /only while the terminal is signed in to exactly this account/,
  );
  expect(notice.textContent).toMatch(/the broker says that it is real/);
  expect(notice.textContent).toMatch(/Run the setup check again/);
});
