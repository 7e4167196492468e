import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  changeConfiguration,
  getConfiguration,
  removeConfiguration,
} from '../../contract/configurations.ts';
import { stopBot } from '../../contract/runs.ts';
import {
  buildAppState,
  buildConfiguration,
  buildRunning,
  buildSummary,
} from '../testing/builders.ts';
import { box, openEdit, retype, save } from '../testing/configuration-form.ts';
import { answer } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

test('a form that is opened again begins with what was saved', async () => {
  const host = await openEdit();
  await retype(box('Maximum daily trades'), '4');
  await save();
  await waitFor(() => expect(host.path()).toBe('/configurations/London'));
  const { risk } = buildConfiguration();
  host.change(
    answer(getConfiguration, {
      configuration: buildConfiguration({ risk: { ...risk, maximum_daily_trades: 4 } }),
    }),
  );
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  await userEvent.click(main.getByRole('link', { name: 'Configurations' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
  expect(await screen.findByRole('textbox', { name: 'Maximum daily trades' })).toHaveProperty(
    'value',
    '4',
  );
});

test('a change sends only what is another, and keeps the password that is kept', async () => {
  const host = await openEdit();
  expect(screen.getByLabelText('Terminal password').getAttribute('placeholder')).toBe(
    'kept, leave empty to keep',
  );
  await retype(box('Maximum daily trades'), '4');
  await save();
  await waitFor(() => expect(host.path()).toBe('/configurations/London'));
  expect(host.bodiesOf(changeConfiguration)).toEqual([
    { risk: { ...buildConfiguration().risk, maximum_daily_trades: 4 } },
  ]);
});

test('a new name leads to the new place, even when the list knows it first', async () => {
  const host = await openEdit();
  host.change(
    answer(changeConfiguration, async () => {
      host.tell(buildAppState({ configurations: [buildSummary({ configuration_name: 'Paris' })] }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { done: true as const };
    }),
  );
  await retype(box('Configuration name'), 'Paris');
  await save();
  await waitFor(() => expect(host.path()).toBe('/configurations/Paris'));
});

test('nobody is told that a new name is not there while the list does not have it yet', async () => {
  const host = await openEdit();
  await retype(box('Configuration name'), 'Paris');
  await save();
  await waitFor(() => expect(host.bodiesOf(changeConfiguration)).toHaveLength(1));
  expect(screen.queryByText('There is no such configuration')).toBeNull();
  act(() =>
    host.tell(buildAppState({ configurations: [buildSummary({ configuration_name: 'Paris' })] })),
  );
  await waitFor(() => expect(host.path()).toBe('/configurations/Paris'));
});

test('what a setting means in money is told where the equity is known', async () => {
  await openEdit(buildSummary({ run: { ...buildRunning(), phase: 'stopped' } }));
  expect(screen.getAllByText('Now about $100.00 of $10,000.00.').length).toBeGreaterThan(0);
  await retype(box('Risk per trade'), '2');
  expect(screen.getByText('Now about $200.00 of $10,000.00.')).toBeTruthy();
});

test('while its bot is at work nothing can be changed, and Stop Bot is at hand', async () => {
  const host = await openEdit(buildSummary({ run: buildRunning() }), buildConfiguration(), {
    answers: [answer(stopBot, { done: true })],
  });
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(box('Configuration name').closest('fieldset')?.disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Remove configuration' })).toHaveProperty(
    'disabled',
    true,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Stop Bot' }));
  act(() => host.tell(buildAppState()));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false),
  );
});

test('leaving with unsaved changes is asked about, and staying keeps them', async () => {
  const host = await openEdit();
  await userEvent.type(box('Configuration name'), ' 2');
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Stay here' }));
  expect(box('Configuration name')).toHaveProperty('value', 'London 2');
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(host.path()).toBe('/settings'));
});

test('leaving an untouched form asks nothing', async () => {
  const host = await openEdit();
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(host.path()).toBe('/settings'));
});

test('removing is asked about, and leads home', async () => {
  const host = await openEdit();
  await userEvent.click(screen.getByRole('button', { name: 'Remove configuration' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Remove London?' }));
  expect(host.bodiesOf(removeConfiguration)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(host.path()).toBe('/'));
  expect(host.bodiesOf(removeConfiguration)).toHaveLength(1);
});

test('a configuration that does not exist leads home', async () => {
  await renderApp('/configurations/Nowhere/edit');
  expect(screen.getByText('There is no such configuration')).toBeTruthy();
});
