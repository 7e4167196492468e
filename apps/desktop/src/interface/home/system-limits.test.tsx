import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listTerminals } from '../../contract/terminals.ts';
import { buildApp, buildAppState, buildUpdate } from '../testing/builders.ts';
import { answer } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';
import { limitsOf } from './system-limits.tsx';

const titles = (...given: Parameters<typeof limitsOf>) =>
  limitsOf(...given).map(({ title }) => title);

test('an installed app on Windows with MetaTrader 5 has nothing to say', async () => {
  expect(limitsOf(buildApp(), 1)).toEqual([]);
  await renderApp('/', { state: buildAppState({ account: null, configurations: [] }) });
  expect(screen.queryByText('On this computer')).toBeNull();
});

test('on Windows without MetaTrader 5 the first screen says so, and what to do meanwhile', async () => {
  await renderApp('/', {
    state: buildAppState({ account: null, configurations: [] }),
    answers: [answer(listTerminals, { terminals: [], broker_servers: [] })],
  });
  const list = within(await screen.findByRole('list', { name: 'On this computer' }));
  const [only, ...others] = list.getAllByRole('listitem');
  expect(only?.textContent).toMatch(/^No MetaTrader 5 was found\. Trade on paper meanwhile\./);
  expect(others).toEqual([]);
});

test('nothing is said of MetaTrader 5 before it was looked for', () => {
  expect(limitsOf(buildApp(), null)).toEqual([]);
});

test.each([
  ['linux', 'Linux', 'GNOME Keyring'],
  ['darwin', 'macOS', 'unlock it'],
] as const)('on %s each limit is named with what to do instead', (platform, name, advice) => {
  const app = buildApp({
    platform,
    autostart: null,
    vault: { place: 'files in /vault that you alone may read', why: 'none', is_chosen: false },
    update: buildUpdate({ kind: 'off', message: 'From its sources.' }),
  });
  expect(titles(app, 0)).toEqual([
    `The app cannot find or start MetaTrader 5 on ${name}.`,
    'No system keychain was found.',
    'The app cannot start with the computer.',
    'The app does not update itself.',
  ]);
  const [, vault] = limitsOf(app, 0);
  expect(vault?.words).toContain(
    'Passwords are stored in files in /vault that you alone may read.',
  );
  expect(vault?.words).toContain(advice);
});

test('files that you chose are not called a missing keychain', () => {
  const vault = { place: 'files', why: 'QUORATE_VAULT says file', is_chosen: true };
  expect(titles(buildApp({ vault }), 1)).toEqual(['The system’s keychain is not used.']);
});
