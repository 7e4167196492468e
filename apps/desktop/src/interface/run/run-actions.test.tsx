import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { flattenBot, haltBot, resumeBot, startBot, stopBot } from '../../contract/runs.ts';
import { buildRun, buildRunning } from '../testing/builders.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { openRun } from '../testing/open-run.ts';
import { buildPosition } from '../testing/run-builders.ts';

const done = { done: true } as const;

test('Start Bot starts it, and a change of its phase is told', async () => {
  const { calls, tellRun } = await openRun({
    configuration: { run: buildRun() },
    answers: [answer(startBot, done)],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Start Bot' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === startBot)).toBe(true));
  await tellRun(buildRun({ phase: 'starting' }));
  expect(screen.getByRole('status', { name: '' }).textContent).toContain('Starting');
  expect(screen.getByRole('button', { name: 'Stop Bot' })).toHaveProperty('disabled', false);
});

test('the keyboard goes on at the heading when the pressed button is gone', async () => {
  const started = Promise.withResolvers<typeof done>();
  const { tellRun } = await openRun({
    configuration: { run: buildRun() },
    answers: [answer(startBot, () => started.promise)],
  });
  const button = screen.getByRole('button', { name: 'Start Bot' });
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveProperty('disabled', true));
  // As browsers do with a button that is not to be pressed.
  button.blur();
  await act(async () => started.resolve(done));
  const heading = screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await tellRun(buildRun({ phase: 'starting' }));
  expect(document.activeElement).toBe(heading);
});

test.each([
  ['setup_problem', 'Setup check', '/configurations/London/setup'],
  ['real_money_locked', 'Real money', '/configurations/London/real-money'],
  ['signed_out', 'Sign in', '/sign-in'],
])(
  'a start refused with %s says why and leads to the place to mend it',
  async (code, label, to) => {
    await openRun({
      configuration: { run: buildRun() },
      answers: [refuse(startBot, { code, message: 'It cannot start: here is why.' })],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Start Bot' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The bot was not started');
    expect(alert.textContent).toContain('It cannot start: here is why.');
    expect(within(alert).getByRole('link', { name: label }).getAttribute('href')).toBe(`#${to}`);
  },
);

test('Stop Bot stops at once where nothing is open', async () => {
  const { calls } = await openRun({ answers: [answer(stopBot, done)] });
  await userEvent.click(screen.getByRole('button', { name: 'Stop Bot' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === stopBot)).toBe(true));
});

test('Stop Bot says first what stays open, and can be called off', async () => {
  const { calls } = await openRun({
    configuration: { run: buildRunning({ open_positions: 2 }) },
    answers: [answer(stopBot, done)],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Stop Bot' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop Bot?' });
  expect(dialog.textContent).toContain('2 positions stay open.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(calls.some(({ endpoint }) => endpoint === stopBot)).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Stop Bot' }));
  const again = await screen.findByRole('dialog', { name: 'Stop Bot?' });
  await userEvent.click(within(again).getByRole('button', { name: 'Stop Bot' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === stopBot)).toBe(true));
});

test('Pause becomes Resume once the bot is paused', async () => {
  const { calls, tellRun } = await openRun({
    answers: [answer(haltBot, done), answer(resumeBot, done)],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === haltBot)).toBe(true));
  await tellRun(buildRunning({ halted: true }));
  expect(
    screen.getByText('It opens nothing new and manages open positions. Press Resume to go on.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === resumeBot)).toBe(true));
});

test('Close everything names each position before it does, and says when it is done', async () => {
  const { calls } = await openRun({
    configuration: { run: buildRunning({ open_positions: 1 }), account_type: 'real' },
    detail: { positions: [buildPosition()] },
    answers: [answer(flattenBot, done)],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close everything' }));
  const dialog = await screen.findByRole('dialog', { name: 'Close everything?' });
  expect(within(dialog).getByRole('list', { name: 'Will be closed' }).textContent).toContain(
    'EURUSD BUY 0.41 #70001',
  );
  expect(dialog.textContent).toContain('Real money is at stake');
  expect(calls.some(({ endpoint }) => endpoint === flattenBot)).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close everything' }));
  expect(await screen.findByText('Everything is closed, and nothing new is opened.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Close everything that leaves something open says what, and can be tried again', async () => {
  const message = 'USDJPY #70002 is still open: the market is closed.';
  const host = await openRun({
    configuration: { run: buildRun() },
    answers: [refuse(flattenBot, { code: 'not_flat', message })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close everything' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close everything' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(message);
  host.change(answer(flattenBot, done));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Everything is closed, and nothing new is opened.')).toBeTruthy();
});
