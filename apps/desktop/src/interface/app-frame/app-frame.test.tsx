import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openSession } from '../../contract/local-endpoint.ts';
import { App } from '../app.tsx';
import {
  buildAccount,
  buildApp,
  buildAppState,
  buildRunning,
  buildSummary,
  buildUpdate,
} from '../testing/builders.ts';
import { answer, refuse, startFakeHost } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

test('a window trades its ticket for the secret, once, and takes it out of the address', async () => {
  const host = startFakeHost(
    buildAppState(),
    [answer(openSession, { secret: 'launch' })],
    'launch',
  );
  window.history.replaceState(null, '', '/#ticket=abc-DEF_1');
  await act(async () => {
    render(<App />);
  });
  expect(await screen.findByRole('heading', { name: 'Configurations' })).toBeTruthy();
  expect(host.bodiesOf(openSession)).toEqual([{ ticket: 'abc-DEF_1' }]);
  expect(window.location.href).not.toContain('ticket');
  expect(sessionStorage.getItem('launch-secret')).toBe('launch');
});

test('a window with a used ticket says how to get a new one', async () => {
  startFakeHost(buildAppState(), [
    refuse(openSession, { code: 'forbidden', message: 'This ticket was used before.' }, 403),
  ]);
  window.history.replaceState(null, '', '/#ticket=used');
  await act(async () => {
    render(<App />);
  });
  const page = await screen.findByRole('alert');
  expect(page.textContent).toContain('This ticket was used before.');
  expect(page.textContent).toContain('Start menu');
});

test('a page that the app did not open shows nothing of it and calls nothing', async () => {
  const host = startFakeHost(buildAppState());
  await act(async () => {
    render(<App />);
  });
  expect((await screen.findByRole('alert')).textContent).toContain('was not opened by the app');
  expect(host.calls).toEqual([]);
});

test('a window of an earlier launch is told so, and forgets its secret', async () => {
  startFakeHost(buildAppState(), [], 'another secret');
  sessionStorage.setItem('launch-secret', 'secret');
  await act(async () => {
    render(<App />);
  });
  expect((await screen.findByRole('alert')).textContent).toContain('started again');
  expect(sessionStorage.getItem('launch-secret')).toBeNull();
});

test('when the app goes away the window says so, and what was typed is kept', async () => {
  const host = await renderApp('/', {
    state: buildAppState({ account: null, configurations: [] }),
  });
  await userEvent.type(screen.getByRole('textbox', { name: 'Username or email' }), 'amina');
  act(() => host.die());
  const gone = await screen.findByRole('heading', { name: 'The app is not running' }, WAIT);
  expect(gone).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Username or email' })).toBeNull();
  expect(screen.getByDisplayValue('amina')).toBeTruthy();
});

test('while an update goes in the window says that a new one opens', async () => {
  const app = buildApp({ update: buildUpdate({ kind: 'installing', version: '1.3.0' }) });
  const host = await renderApp('/', { state: buildAppState({ app }) });
  act(() => host.die());
  expect(
    await screen.findByRole('heading', { name: 'The new version is starting' }, WAIT),
  ).toBeTruthy();
});

test('real money is named on every screen, signed in or not, with the account and whether a bot is at work', async () => {
  const real = buildSummary({
    configuration_name: 'Live',
    account_number: '7001',
    broker_server: 'Broker-Live',
    account_type: 'real',
    run: buildRunning(),
  });
  const state = buildAppState({ configurations: [buildSummary(), real] });
  const host = await renderApp('/settings', { state });
  const bar = () => screen.getByRole('complementary', { name: 'Real money' }).textContent;
  expect(bar()).toBe('Real money: 7001 at Broker-Live (bot at work)');
  expect(document.title).toBe('Real money · Quorate');
  await userEvent.click(screen.getByRole('link', { name: 'Configurations' }));
  expect(bar()).toContain('7001');
  act(() => host.tell({ ...state, account: null }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Quorate' })).toBeTruthy();
  expect(bar()).toContain('7001');
});

test('real money is named even when the app is gone', async () => {
  const host = await renderApp('/', {
    state: buildAppState({ configurations: [buildSummary({ account_type: 'real' })] }),
  });
  act(() => host.die());
  await screen.findByRole('heading', { name: 'The app is not running' }, WAIT);
  expect(screen.getByRole('complementary', { name: 'Real money' })).toBeTruthy();
});

test('without a real account there is no such bar', async () => {
  await renderApp('/');
  expect(screen.queryByRole('complementary', { name: 'Real money' })).toBeNull();
});

test('every configuration is in the navigation with what its bot is doing', async () => {
  const state = buildAppState({
    configurations: [
      buildSummary(),
      buildSummary({ configuration_name: 'New York', run: buildRunning() }),
    ],
  });
  const host = await renderApp('/settings', { state });
  const list = within(screen.getByRole('list', { name: 'Your configurations' }));
  expect(list.getByRole('link', { name: /New York/ }).textContent).toContain('Running');
  act(() => host.tell({ ...state, configurations: [buildSummary({ run: buildRunning() })] }));
  expect(await list.findByRole('link', { name: /London/ })).toBeTruthy();
  expect(list.queryByRole('link', { name: /New York/ })).toBeNull();
});

test('moving on puts the focus on the new heading', async () => {
  await renderApp('/');
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Settings', level: 1 }));
});

test('a service that does not answer and an update that is ready are told on each screen', async () => {
  await renderApp('/', {
    state: buildAppState({
      account: buildAccount({ reachable: false }),
      app: buildApp({ update: buildUpdate({ kind: 'waiting', version: '1.3.0' }) }),
    }),
  });
  expect(screen.getByText('The service does not answer')).toBeTruthy();
  expect(screen.getByText('Version 1.3.0 is ready')).toBeTruthy();
});

test('a screen that does not exist leads home', async () => {
  await renderApp('/nowhere');
  expect(screen.getByRole('heading', { level: 1, name: 'There is no such screen' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your configurations' })).toBeTruthy();
});

const WAIT = { timeout: 4_000 };
