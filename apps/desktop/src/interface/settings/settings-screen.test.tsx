import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerReboot, setBeforeSignIn } from '../../contract/after-reboot.ts';
import { keepLanguage, keepTheme, quit, setKeepAwake } from '../../contract/app-state.ts';
import { signOut } from '../../contract/sign-in.ts';
import { checkForUpdate, installUpdate, type UpdateState } from '../../contract/update.ts';
import {
  buildAccount,
  buildApp,
  buildAppState,
  buildPlan,
  buildRunning,
  buildSummary,
  buildUpdate,
} from '../testing/builders.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';
import { updateWords } from './update-settings.tsx';

const working = buildAppState({
  configurations: [buildSummary({ run: buildRunning({ open_positions: 2 }) })],
});

test('who is signed in, the plan and the tokens used are told', async () => {
  await renderApp('/settings');
  const section = within(screen.getByRole('region', { name: 'Account' }));
  expect(section.getByText(/amina@mail\.example/)).toBeTruthy();
  expect(section.getByText('Starter plan')).toBeTruthy();
  expect(section.getByText(/Unlimited terminal accounts, 5 currency pairs/)).toBeTruthy();
  expect(
    section.getByRole('progressbar', { name: 'Tokens used' }).getAttribute('aria-valuenow'),
  ).toBe('40');
});

test('a plan without a limit shows no bar; a plan that nobody knows yet says so', async () => {
  const host = await renderApp('/settings', {
    state: buildAppState({
      account: buildAccount({ plan: buildPlan({ token_limit: -1 }) }),
    }),
  });
  expect(screen.getByText(/, no limit, until/)).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  act(() => host.tell(buildAppState({ account: buildAccount({ plan: null }) })));
  expect(await screen.findByText(/Not known until the service answers/)).toBeTruthy();
});

test('signing out is refused while a bot runs, with the reason', async () => {
  await renderApp('/settings', {
    answers: [refuse(signOut, { code: 'bots_at_work', message: 'Stop London first.' })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Stop London first.');
});

test('after signing out the settings stay, and offer to sign in', async () => {
  const host = await renderApp('/settings', { answers: [answer(signOut, { done: true })] });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  act(() => host.tell(buildAppState({ account: null })));
  await userEvent.click(await screen.findByRole('link', { name: 'Sign In' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Quorate' })).toBeTruthy();
});

test('a copy that does not update itself says why and offers nothing', async () => {
  await renderApp('/settings', {
    state: buildAppState({
      app: buildApp({
        update: buildUpdate({ kind: 'off', message: 'This runs from a checkout.' }),
      }),
    }),
  });
  expect(screen.getByText('This runs from a checkout.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check for updates' })).toBeNull();
});

test('an update that is ready goes in after it was said what happens to bots', async () => {
  const host = await renderApp('/settings', {
    state: {
      ...working,
      app: buildApp({ update: buildUpdate({ kind: 'waiting', version: '1.3.0' }) }),
    },
    answers: [answer(installUpdate, { done: true }), answer(checkForUpdate, { done: true })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Install now' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Install version 1.3.0 now?' }));
  expect(dialog.getByText(/One bot stops and starts again with the new version/)).toBeTruthy();
  expect(host.bodiesOf(installUpdate)).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Install now' }));
  await waitFor(() => expect(host.bodiesOf(installUpdate)).toHaveLength(1));
});

test('every state of an update is one sentence that names the version where there is one', () => {
  const kinds: readonly UpdateState['kind'][] = [
    'off',
    'current',
    'checking',
    'downloading',
    'waiting',
    'installing',
    'refused',
    'failed',
    'rolled-back',
  ];
  const said = kinds.map((kind) => updateWords(buildUpdate({ kind, version: '1.3.0' })));
  expect(new Set(said).size).toBe(kinds.length);
  for (const kind of ['downloading', 'waiting', 'installing', 'refused', 'rolled-back'] as const) {
    expect(updateWords(buildUpdate({ kind, version: '1.3.0' }))).toContain('1.3.0');
  }
});

const reboot = { is_offered: false, terminal: false, before_sign_in: false };

test('what happens after a restart is set only where the app can start with the computer', async () => {
  const host = await renderApp('/settings', {
    state: buildAppState({ app: buildApp({ autostart: false, after_reboot: reboot }) }),
    answers: [answer(answerReboot, { done: true })],
  });
  const box = screen.getByRole('checkbox', { name: /when I sign in to this computer/ });
  await userEvent.click(box);
  expect(host.bodiesOf(answerReboot)).toEqual([{ autostart: true, terminal: false }]);
  act(() => host.tell(buildAppState({ app: buildApp({ autostart: true, after_reboot: reboot }) })));
  await waitFor(() => expect(box).toHaveProperty('checked', true));
  await userEvent.click(screen.getByRole('checkbox', { name: /Start MetaTrader 5 again/ }));
  expect(host.bodiesOf(answerReboot)[1]).toEqual({ autostart: true, terminal: true });
  act(() => host.tell(buildAppState({ app: buildApp({ autostart: null }) })));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
});

test('a start before signing in says what Windows asks for, and why it did not come', async () => {
  await renderApp('/settings', {
    state: buildAppState({ app: buildApp({ autostart: true, after_reboot: reboot }) }),
    answers: [
      refuse(setBeforeSignIn, { code: 'unavailable', message: 'Windows did not take the task.' }),
    ],
  });
  expect(screen.getByText(/asks for an administrator and for your Windows password/)).toBeTruthy();
  const box = screen.getByRole('checkbox', { name: /before anybody signs in/ });
  await userEvent.click(box);
  expect((await screen.findByRole('alert')).textContent).toContain('did not take the task');
  expect(box).toHaveProperty('checked', false);
});

test('the first bot that runs has the app ask once what happens after a restart', async () => {
  const offered = { ...reboot, is_offered: true };
  const host = await renderApp('/', {
    state: { ...working, app: buildApp({ autostart: false, after_reboot: offered }) },
    answers: [answer(answerReboot, { done: true })],
  });
  await userEvent.click(screen.getByRole('checkbox', { name: /Start MetaTrader 5 again/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(host.bodiesOf(answerReboot)).toEqual([{ autostart: true, terminal: false }]);
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(host.bodiesOf(answerReboot)[1]).toEqual({ autostart: false, terminal: false });
  act(() => host.tell({ ...working, app: buildApp({ autostart: true, after_reboot: reboot }) }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull());
});

test('staying awake is a setting only where the computer can be kept awake', async () => {
  const host = await renderApp('/settings', {
    state: buildAppState({ app: buildApp({ keep_awake: true, autostart: null }) }),
    answers: [answer(setKeepAwake, { done: true })],
  });
  await userEvent.click(screen.getByRole('checkbox', { name: /awake while a bot has a position/ }));
  expect(host.bodiesOf(setKeepAwake)).toEqual([{ enabled: false }]);
  act(() => host.tell(buildAppState({ app: buildApp({ autostart: null }) })));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
});

test('data folder and the place of secrets are told, with the reason where it is not the system’s', async () => {
  await renderApp('/settings', {
    state: buildAppState({
      app: buildApp({ vault: { place: 'a file', why: 'No keyring was found.', is_chosen: false } }),
    }),
  });
  expect(screen.getByText('C:\\Users\\Amina\\AppData\\Roaming\\Quorate')).toBeTruthy();
  expect(screen.getByText('No keyring was found.')).toBeTruthy();
});

test('the theme follows the system until one is chosen, which the app is told to keep', async () => {
  const host = await renderApp('/settings', { answers: [answer(keepTheme, { done: true })] });
  expect(document.documentElement.dataset.theme).toBeUndefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await waitFor(() => expect(host.bodiesOf(keepTheme)).toEqual([{ theme: 'dark' }]));
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('a language is kept by the app, which serves the page in it', async () => {
  const host = await renderApp('/settings', { answers: [answer(keepLanguage, { done: true })] });
  const choice = screen.getByRole('combobox', { name: 'Language' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Español']);
  await userEvent.selectOptions(choice, 'Español');
  await waitFor(() => expect(host.bodiesOf(keepLanguage)).toEqual([{ language: 'es' }]));
});

test('Quit with a bot at work says what happens to bots and positions first', async () => {
  const host = await renderApp('/settings', {
    state: working,
    answers: [answer(quit, { done: true })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Quit Quorate' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Quit Quorate?' }));
  expect(dialog.getByText(/1 bot will stop: London/)).toBeTruthy();
  expect(dialog.getByText(/2 positions stay open/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(host.bodiesOf(quit)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Quit Quorate' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stop bots and quit' }));
  expect(await screen.findByText('Quorate has ended. You can close this window.')).toBeTruthy();
  act(() => host.die());
  expect(
    await screen.findByRole('heading', { name: 'Quorate has ended' }, { timeout: 4_000 }),
  ).toBeTruthy();
});

test('Quit calls nothing closed while nobody knows what is open', async () => {
  const run = buildRunning({ phase: 'waiting', open_positions: null });
  await renderApp('/settings', {
    state: buildAppState({ configurations: [buildSummary({ run })] }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Quit Quorate' }));
  expect(screen.getByText(/Positions that are open stay open/)).toBeTruthy();
  expect(screen.queryByText(/No position is open/)).toBeNull();
});

test('Quit with nothing at work asks nothing', async () => {
  const host = await renderApp('/settings', { answers: [answer(quit, { done: true })] });
  await userEvent.click(screen.getByRole('button', { name: 'Quit Quorate' }));
  expect(host.bodiesOf(quit)).toHaveLength(1);
});

test('signed out, the settings can be reached and the app ended', async () => {
  await renderApp('/', { state: buildAppState({ account: null, configurations: [] }) });
  await userEvent.click(screen.getByRole('link', { name: 'App settings' }));
  expect(await screen.findByRole('button', { name: 'Quit Quorate' })).toBeTruthy();
});
