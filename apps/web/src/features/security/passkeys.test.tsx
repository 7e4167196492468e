import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { CREATION_OPTIONS, stubAuthenticator } from '../../testing/authenticator.ts';
import { signInAs } from '../../testing/builders.ts';
import { refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildAccount, buildPasskey, securityPage } from '../../testing/security.ts';

const start = {
  'POST /api/user/passkeys/start': { body: { success: true, options: CREATION_OPTIONS } },
};
const ok = { body: { success: true, message: 'ok' } };

beforeEach(() => void signInAs());

async function openDialog() {
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  return screen.getByRole('dialog', { name: 'Add a passkey' });
}

test('a passkey is made by the browser and kept under the name that was typed', async () => {
  const { create } = stubAuthenticator();
  const handlers: Parameters<typeof serve>[0] = {
    ...securityPage(),
    ...start,
    'POST /api/user/passkeys': () => {
      const passkeys = [buildPasskey({ name: 'My laptop', synced: true })];
      Object.assign(handlers, securityPage(buildAccount({ passkeys })));
      return ok;
    },
  };
  const calls = serve(handlers);
  const dialog = await openDialog();
  const name = within(dialog).getByLabelText('Name');
  expect(name).not.toHaveProperty('value', '');
  await userEvent.clear(name);
  await userEvent.type(name, ' My laptop {Enter}');
  const list = await screen.findByRole('list', { name: 'Passkeys' });
  expect(list.textContent).toContain('My laptopSynced');
  expect(list.textContent).toContain('not used yet');
  expect(screen.getByText(/The passkey My laptop is added/)).toBeTruthy();
  expect(create).toHaveBeenCalledOnce();
  expect(calls.find(({ path }) => path === '/api/user/passkeys')?.body).toMatchObject({
    name: 'My laptop',
    response: { id: 'AQIDBA', type: 'public-key' },
  });
});

test.each([
  ['NotAllowedError', 'No passkey was used: it was cancelled, or took too long.'],
  ['InvalidStateError', 'This device already holds a passkey of your account.'],
  ['NotReadableError', 'This browser could not use a passkey.'],
])('a browser that answers with %s: %s', async (refusing, words) => {
  stubAuthenticator(refusing);
  const calls = serve({ ...securityPage(), ...start });
  const dialog = await openDialog();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add the passkey' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(words);
  expect(calls.some(({ path }) => path === '/api/user/passkeys')).toBe(false);
});

test('the limit is told in the service’s words', async () => {
  stubAuthenticator();
  serve({
    ...securityPage(),
    'POST /api/user/passkeys/start': refusal(
      403,
      'passkey_limit_reached',
      'An account takes at most 20 passkeys. Remove one first.',
    ),
  });
  const dialog = await openDialog();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add the passkey' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('at most 20 passkeys');
});

test('a browser that knows no passkeys says so', async () => {
  serve(securityPage());
  await renderApp('/dashboard/security');
  expect(await screen.findByText(/This browser cannot make passkeys/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  expect(screen.getByText('No passkey yet.')).toBeTruthy();
});

test('one of several is removed after a question that names it', async () => {
  const kept = buildPasskey({ name: 'Key ring' });
  const lost = buildPasskey({ name: 'Old phone' });
  const handlers: Parameters<typeof serve>[0] = {
    ...securityPage(buildAccount({ passkeys: [kept, lost] })),
    [`DELETE /api/user/passkeys/${lost.passkey_id}`]: () => {
      Object.assign(handlers, securityPage(buildAccount({ passkeys: [kept] })));
      return ok;
    },
  };
  serve(handlers);
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Old phone' }));
  const dialog = screen.getByRole('dialog', { name: 'Remove the passkey Old phone?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  const done = await screen.findByText('The passkey Old phone is removed.');
  expect(done.closest('[tabindex="-1"]')).toBe(document.activeElement);
  expect(screen.getByRole('button', { name: 'Remove Key ring' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove Old phone' })).toBeNull();
});
