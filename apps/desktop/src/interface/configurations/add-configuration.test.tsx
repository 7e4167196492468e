import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addConfiguration, newConfiguration } from '../../contract/configurations.ts';
import {
  begun,
  box,
  next,
  openCare,
  openNew,
  retype,
  save,
  terminals,
} from '../testing/configuration-form.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

// @spec 3.27
test('every field of the guide is there under its name, filled in', async () => {
  await openNew();
  for (const [name, value] of [
    ['Configuration name', 'Broker-Demo 5012345'],
    ['Terminal account number', '5012345'],
  ] as const) {
    expect(box(name)).toHaveProperty('value', value);
  }
  expect(screen.getByRole('combobox', { name: 'Terminal path' })).toHaveProperty('value', '');
  expect(screen.getByRole('combobox', { name: 'Broker server' })).toHaveProperty(
    'value',
    'Broker-Demo',
  );
  expect(screen.getByRole('radio', { name: 'Demo' })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: 'Real' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('combobox', { name: 'Currency pairs' })).toBeTruthy();
  await next();
  for (const [name, value] of [
    ['Risk per trade', '1'],
    ['Maximum daily trades', '5'],
    ['Daily loss limit', '5'],
    ['Weekly profit limit', ''],
    ['Weekly loss limit', '10'],
    ['Risk-reward ratio', '1.5'],
  ] as const) {
    expect(box(name)).toHaveProperty('value', value);
  }
});

test('a first-time user types the password, goes on, presses Save, and is at the setup check', async () => {
  const host = await openNew();
  // The one field that nobody but the person knows has the focus.
  expect(document.activeElement).toBe(screen.getByLabelText('Terminal password'));
  await userEvent.keyboard('pass word{Enter}');
  const second = await screen.findByRole('heading', { name: '2. How careful' });
  expect(document.activeElement).toBe(second);
  await save();
  await waitFor(() => expect(host.path()).toContain('/setup'));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Setup check' })),
  );
  expect(host.bodiesOf(addConfiguration)).toEqual([
    {
      configuration_name: 'Broker-Demo 5012345',
      terminal_path: null,
      account_number: '5012345',
      broker_server: 'Broker-Demo',
      timeframe: 'H1',
      transport: 'tcp',
      verdict: { mode: null, min_expected_r: 0, one_proven: true, confidence_percent: 80 },
      port: 7_420,
      risk: begun.risk,
      exits: begun.exits,
      rule_set: null,
      initial_balance: null,
      automated_account: null,
      close_hand_positions: false,
      terminal_password: 'pass word',
    },
  ]);
});

test('every fault is told at its field, the first has the focus, and nothing is sent', async () => {
  const host = await openNew({ ...begun, account_number: '', broker_server: '' });
  await retype(box('Configuration name'), 'é');
  await next();
  expect(document.activeElement).toBe(box('Configuration name'));
  expect(screen.getByText(/Use 1 to 40 letters/)).toBeTruthy();
  expect(screen.getByText(/Enter the account number/)).toBeTruthy();
  expect(screen.getByText(/Choose the server of your broker/)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Correct the 3 marked fields');
  await retype(box('Configuration name'), 'Main');
  await retype(box('Terminal account number'), '5012345');
  await userEvent.type(screen.getByRole('combobox', { name: 'Broker server' }), 'Broker-Demo');
  await next();
  await retype(box('Risk per trade'), '3');
  await save();
  expect(screen.getByText('3 is too large: enter 0.01 to 2.')).toBeTruthy();
  expect(document.activeElement).toBe(box('Risk per trade'));
  expect(host.bodiesOf(addConfiguration)).toEqual([]);
});

test('a fault in the folded part opens it', async () => {
  await openCare();
  const port = screen.getByLabelText('Port');
  await retype(port, '80');
  await save();
  expect(port.closest('details')?.open).toBe(true);
  expect(document.activeElement).toBe(port);
});

test('what the app refuses stands at its field', async () => {
  const host = await openCare();
  host.change(
    refuse(addConfiguration, {
      code: 'validation_failed',
      message: 'It is not right.',
      fields: { 'risk.maximum_daily_trades': 'Your plan allows 3 trades a day.' },
    }),
  );
  await save();
  expect(await screen.findByText('Your plan allows 3 trades a day.')).toBeTruthy();
  expect(document.activeElement).toBe(box('Maximum daily trades'));
});

test('what the app refuses in the first step leads back to its field there', async () => {
  const host = await openCare();
  const message = 'There is no MetaTrader 5 at D:\\.';
  host.change(
    refuse(addConfiguration, {
      code: 'validation_failed',
      message,
      fields: { terminal_path: message },
    }),
  );
  await save();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Terminal path' }));
});

test('Back keeps what was typed and chosen in both steps', async () => {
  await openNew();
  await retype(box('Configuration name'), 'Night');
  await next();
  await userEvent.click(screen.getByRole('radio', { name: /^Careful/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(box('Configuration name')).toHaveProperty('value', 'Night');
  await next();
  expect(screen.getByRole('radio', { name: /^Careful/ })).toHaveProperty('checked', true);
});

test('a refusal without a field is told beside Save', async () => {
  const host = await openCare();
  host.change(refuse(addConfiguration, { code: 'conflict', message: 'The disk is full.' }));
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  expect(host.path()).toBe('/add-configuration');
});

test('a name that another configuration has is refused, whatever its capitals', async () => {
  await renderApp('/add-configuration', {
    answers: [terminals, answer(newConfiguration, { configuration: begun })],
  });
  await retype(await screen.findByRole('textbox', { name: 'Configuration name' }), 'LONDON');
  await next();
  expect(screen.getByText(/There is a configuration LONDON already/)).toBeTruthy();
});

test('a form that cannot be filled in says so and can be tried again', async () => {
  const host = await renderApp('/add-configuration', {
    answers: [
      terminals,
      refuse(newConfiguration, { code: 'unavailable', message: 'The disk does not answer.' }, 503),
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The disk does not answer.');
  host.change(answer(newConfiguration, { configuration: begun }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Configuration name' })).toBeTruthy();
});
