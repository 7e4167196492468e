import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addConfiguration, newConfiguration } from '../../contract/configurations.ts';
import { listFolder } from '../../contract/terminals.ts';
import { buildAccount, buildAppState, buildPlan } from '../testing/builders.ts';
import {
  begun,
  box,
  next,
  openNew,
  retype,
  save,
  terminals,
} from '../testing/configuration-form.ts';
import { answer } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

test('choosing one of several terminals fills in its account where none is typed', async () => {
  await openNew({ ...begun, account_number: '', broker_server: '' });
  const list = await screen.findByRole('list', { name: 'Terminals on this computer' });
  await userEvent.click(within(list).getByRole('button', { name: /Müller/ }));
  expect(screen.getByRole('combobox', { name: 'Terminal path' })).toHaveProperty(
    'value',
    'D:\\Müller MT5',
  );
  expect(box('Terminal account number')).toHaveProperty('value', '90871234');
  expect(screen.getByRole('combobox', { name: 'Broker server' })).toHaveProperty(
    'value',
    'MetaQuotes-Demo',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Find it automatically' }));
  expect(screen.getByRole('combobox', { name: 'Terminal path' })).toHaveProperty('value', '');
});

test('what was filled in of one terminal gives way to the account of another, what was typed stays', async () => {
  await openNew();
  const list = await screen.findByRole('list', { name: 'Terminals on this computer' });
  const server = screen.getByRole('combobox', { name: 'Broker server' });
  await userEvent.click(within(list).getByRole('button', { name: /Müller/ }));
  expect(box('Terminal account number')).toHaveProperty('value', '90871234');
  expect(server).toHaveProperty('value', 'MetaQuotes-Demo');
  await retype(box('Terminal account number'), '777');
  await userEvent.click(within(list).getByRole('button', { name: /Program Files/ }));
  expect(box('Terminal account number')).toHaveProperty('value', '777');
});

test('the picker walks through folders and takes only one that holds a terminal', async () => {
  const host = await openNew();
  host.change(
    answer(listFolder, ({ query }) =>
      query.path === undefined
        ? {
            path: null,
            parent: null,
            is_terminal: false,
            folders: [{ name: 'D:', path: 'D:\\', is_terminal: false }],
            truncated: false,
          }
        : {
            path: query.path,
            parent: null,
            is_terminal: query.path === 'D:\\Müller MT5',
            folders: [{ name: 'Müller MT5', path: 'D:\\Müller MT5', is_terminal: true }],
            truncated: false,
          },
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Browse' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Where is MetaTrader 5?' }));
  const use = dialog.getByRole('button', { name: 'Use this folder' });
  expect(use).toHaveProperty('disabled', true);
  await userEvent.click(await dialog.findByRole('button', { name: 'D:' }));
  expect(await dialog.findByText('No MetaTrader 5 is here.')).toBeTruthy();
  expect(use).toHaveProperty('disabled', true);
  await userEvent.click(await dialog.findByRole('button', { name: /Müller MT5/ }));
  expect(await dialog.findByText('MetaTrader 5 is here.')).toBeTruthy();
  await userEvent.click(use);
  expect(screen.getByRole('combobox', { name: 'Terminal path' })).toHaveProperty(
    'value',
    'D:\\Müller MT5',
  );
});

// @spec 3.27
test('the server is chosen from the list by keyboard, or typed freely', async () => {
  await openNew();
  const field = screen.getByRole('combobox', { name: 'Broker server' });
  await userEvent.click(field);
  await userEvent.keyboard('{ArrowDown}');
  const names = () => screen.getAllByRole('option').map((one) => one.textContent);
  // What is filled in hides no other.
  await waitFor(() => expect(names()).toContain('MetaQuotes-Demo'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(field).toHaveProperty('value', 'Broker-Live');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await retype(field, 'meta');
  expect(names().filter((name) => /Broker/.test(name ?? ''))).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(field).toHaveProperty('value', 'meta');
});

test('currency pairs are added and removed, up to the limit of the plan', async () => {
  const host = await renderApp('/add-configuration', {
    state: buildAppState({
      configurations: [],
      account: buildAccount({ plan: buildPlan({ symbols: 2 }) }),
    }),
    answers: [
      terminals,
      answer(newConfiguration, { configuration: begun }),
      answer(addConfiguration, { done: true }),
    ],
  });
  const field = await screen.findByRole('combobox', { name: 'Currency pairs' });
  await userEvent.type(field, 'gbpusd usdjpy{Enter}');
  const chosen = () =>
    within(screen.getByRole('list', { name: 'Chosen currency pairs' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent);
  expect(chosen()).toEqual(['EURUSD', 'GBPUSD', 'USDJPY']);
  await next();
  expect(screen.getByText('These are 3, and your plan allows 2: remove 1.')).toBeTruthy();
  expect(host.bodiesOf(addConfiguration)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove GBPUSD' }));
  expect(chosen()).toEqual(['EURUSD', 'USDJPY']);
  expect(document.activeElement).toBe(field);
});

test('a pair that was typed and not added is saved, too', async () => {
  const host = await openNew();
  await userEvent.type(screen.getByRole('combobox', { name: 'Currency pairs' }), 'gbpusd');
  await next();
  await save();
  await waitFor(() =>
    expect(host.bodiesOf(addConfiguration)).toMatchObject([
      { risk: { currency_pairs: ['EURUSD', 'GBPUSD'] } },
    ]),
  );
});
