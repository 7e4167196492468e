import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readLog } from '../../contract/journal.ts';
import { answer, type HostAnswer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

const PATH = '/configurations/London/logs';

const logs: HostAnswer = answer(readLog, ({ params, query }) => {
  if (params.source === 'expert') return { file: null, lines: [] };
  const count = Math.min(Number(query.lines), 500);
  return {
    file: `C:\\logs\\${params.source}.log`,
    lines: Array.from({ length: count }, (_, line) => `${params.source} ${line}`),
  };
});

test('the log of the bot is there first, with where it lies, and the others are one press away', async () => {
  await renderApp(PATH, { answers: [logs] });
  const log = await screen.findByRole('log', { name: 'Log of the bot' });
  expect(log.textContent).toContain('bot 199');
  expect(screen.getByText('C:\\logs\\bot.log')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Terminal' }));
  expect(await screen.findByRole('log', { name: 'Log of the terminal' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Terminal' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

test('a log that is not there yet says where it would come from', async () => {
  await renderApp(PATH, { answers: [logs] });
  await userEvent.click(await screen.findByRole('button', { name: 'Expert' }));
  expect(await screen.findByText('No log yet')).toBeTruthy();
  expect(screen.getByText(/once the expert was put on a chart/)).toBeTruthy();
});

test('it follows the end until the reader scrolls away, and again when told to', async () => {
  await renderApp(PATH, { answers: [logs] });
  const log = await screen.findByRole('log');
  const box = screen.getByRole('checkbox', { name: 'Follow the end' });
  expect(box).toHaveProperty('checked', true);
  Object.defineProperties(log, {
    scrollHeight: { value: 2_000 },
    clientHeight: { value: 500 },
  });
  log.scrollTop = 1_500;
  fireEvent.scroll(log);
  expect(box).toHaveProperty('checked', true);
  log.scrollTop = 100;
  fireEvent.scroll(log);
  expect(box).toHaveProperty('checked', false);
  await userEvent.click(box);
  expect(log.scrollTop).toBe(2_000);
});

test('all that is shown can be copied, and more of it asked for', async () => {
  await renderApp(PATH, { answers: [logs] });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show 1000 lines' }));
  await waitFor(() => expect(screen.getByRole('log').textContent).toContain('bot 499'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(500);
});

test('long lines wrap or not, as the reader likes', async () => {
  await renderApp(PATH, { answers: [logs] });
  const log = await screen.findByRole('log');
  expect(log.className).toContain('whitespace-pre-wrap');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Wrap long lines' }));
  expect(log.className).not.toContain('whitespace-pre-wrap');
});

test('a log that cannot be read says so', async () => {
  await renderApp(PATH, {
    answers: [refuse(readLog, { code: 'unavailable', message: 'Access is denied.' }, 503)],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Access is denied.');
});
