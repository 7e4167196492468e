import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSession } from '../../lib/session/session.ts';
import { REQUEST_OPTIONS, stubAuthenticator } from '../../testing/authenticator.ts';
import { signInAs } from '../../testing/builders.ts';
import { refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  buildAccount,
  buildPasskey,
  CONFIRMED,
  confirmationNeeded,
  securityPage,
  untilConfirmed,
} from '../../testing/security.ts';

const secret = { body: { success: true, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' } };
const PROOF = 'POST /api/user/confirm-identity';

beforeEach(() => void signInAs());

/** Opens the page and asks for something that needs a proof. */
async function turnOn() {
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
}

function question() {
  return screen.findByRole('dialog', { name: 'Confirm that it is you' });
}

test('the password is asked for, and the act goes on automatically', async () => {
  const { act, ...proof } = untilConfirmed(PROOF, secret);
  const calls = serve({ ...securityPage(), 'POST /api/user/totp/start': act, ...proof });
  await turnOn();
  const dialog = await question();
  const password = within(dialog).getByLabelText('Password');
  expect(document.activeElement).toBe(password);
  expect(within(dialog).queryByLabelText('Code of your authenticator app')).toBeNull();
  await userEvent.type(password, 'plain words{Enter}');
  expect(await screen.findByText('Set up your authenticator app')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.find(({ path }) => path === '/api/user/confirm-identity')?.body).toEqual({
    password: 'plain words',
  });
});

test('a wrong proof is said there, and the session goes on', async () => {
  serve({
    ...securityPage(),
    'POST /api/user/totp/start': confirmationNeeded,
    [PROOF]: refusal(403, 'wrong_password', 'The password is not right.'),
  });
  await turnOn();
  const dialog = await question();
  await userEvent.type(within(dialog).getByLabelText('Password'), 'wrong{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'The password is not right.',
  );
  expect(getSession().token).toBe('token');
});

test('giving up leaves the act undone, without an error', async () => {
  const calls = serve({ ...securityPage(), 'POST /api/user/totp/start': confirmationNeeded });
  await turnOn();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Turn on' })).toHaveProperty('disabled', false),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(calls.filter(({ path }) => path === '/api/user/totp/start')).toHaveLength(1);
});

test('a service that asks again and again is not answered in a circle', async () => {
  serve({
    ...securityPage(),
    'POST /api/user/totp/start': confirmationNeeded,
    [PROOF]: CONFIRMED,
  });
  await turnOn();
  await userEvent.type(within(await question()).getByLabelText('Password'), 'words{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to begin');
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('with an authenticator app', () => {
  const account = buildAccount({ totp: true, recovery_codes_left: 10 });

  test('the code is asked for as well', async () => {
    const done = { body: { success: true, message: 'off' } };
    const { act, ...proof } = untilConfirmed(PROOF, done);
    const calls = serve({ ...securityPage(account), 'POST /api/user/totp/disable': act, ...proof });
    await renderApp('/dashboard/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    const asked = screen.getByRole('dialog', { name: 'Turn the authenticator app off?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Turn off' }));
    const dialog = await question();
    await userEvent.type(within(dialog).getByLabelText('Password'), 'words');
    const code = within(dialog).getByLabelText('Code of your authenticator app');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await userEvent.type(code, ' 123456 {Enter}');
    expect(await screen.findByText(/The authenticator app is off/)).toBeTruthy();
    expect(calls.find(({ path }) => path === '/api/user/confirm-identity')?.body).toEqual({
      password: 'words',
      code: '123456',
    });
  });

  test('that was turned on elsewhere meanwhile, the code is asked for when the service says so', async () => {
    serve({
      ...securityPage(),
      'POST /api/user/totp/start': confirmationNeeded,
      [PROOF]: refusal(403, 'code_needed', 'Enter the code of your authenticator app, too.'),
    });
    await turnOn();
    const dialog = await question();
    await userEvent.type(within(dialog).getByLabelText('Password'), 'words{Enter}');
    expect(await within(dialog).findByLabelText('Code of your authenticator app')).toBeTruthy();
  });
});

describe('with a passkey', () => {
  const account = buildAccount({ passkeys: [buildPasskey()] });
  const START = 'POST /api/user/confirm-identity/passkey/start';
  const options = { body: { success: true, options: REQUEST_OPTIONS } };

  test('it confirms in place of the password', async () => {
    stubAuthenticator();
    const { act, ...proof } = untilConfirmed('POST /api/user/confirm-identity/passkey', secret);
    const calls = serve({
      ...securityPage(account),
      'POST /api/user/totp/start': act,
      [START]: options,
      ...proof,
    });
    await turnOn();
    await userEvent.click(within(await question()).getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Set up your authenticator app')).toBeTruthy();
    expect(
      calls.find(({ path }) => path === '/api/user/confirm-identity/passkey')?.body,
    ).toMatchObject({ response: { id: 'AQIDBA', type: 'public-key' } });
  });

  test('that the person does not give, it says so and the password is still there', async () => {
    stubAuthenticator('NotAllowedError');
    serve({
      ...securityPage(account),
      'POST /api/user/totp/start': confirmationNeeded,
      [START]: options,
    });
    await turnOn();
    const dialog = await question();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use a passkey' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'No passkey was used: it was cancelled, or took too long.',
    );
    expect(within(dialog).getByLabelText('Password')).toBeTruthy();
  });

  test('in a browser that knows no passkeys it is not offered', async () => {
    serve({ ...securityPage(account), 'POST /api/user/totp/start': confirmationNeeded });
    await turnOn();
    const dialog = await question();
    expect(within(dialog).getByLabelText('Password')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });
});

test('an account with nothing to confirm with is told to sign in again', async () => {
  serve({
    ...securityPage(buildAccount({ has_password: false })),
    'POST /api/user/totp/start': confirmationNeeded,
  });
  await turnOn();
  const dialog = await question();
  expect(within(dialog).getByText(/Sign out, sign in again/)).toBeTruthy();
  expect(within(dialog).queryByLabelText('Password')).toBeNull();
});
