import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { getSession } from '../../lib/session/session.ts';
import { REQUEST_OPTIONS, stubAuthenticator } from '../../testing/authenticator.ts';
import { buildUser } from '../../testing/builders.ts';
import { type Answer, refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const amina = buildUser();
const welcome = { body: { success: true, access_token: 'abc', user: amina, message: 'Welcome' } };
const codeNeeded = refusal(403, 'second_factor_needed', 'Enter the code.', { challenge: 'ch-1' });

const dashboard = {
  'GET /api/user/dashboard': silence,
  'GET /api/user/checklist': silence,
  'GET /api/user/success-rate': silence,
  'GET /api/user/trading-statistics': silence,
};

async function toSecondStep(codeAnswer: Answer) {
  const calls = serve({ ...dashboard, 'POST /login': codeNeeded, 'POST /login/code': codeAnswer });
  const router = await renderApp('/login');
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Username or email' }), 'amina');
  await user.type(screen.getByLabelText('Password'), 'long-enough{Enter}');
  await screen.findByRole('heading', { name: 'Two-step sign-in' });
  return { calls, router, user };
}

describe('the second step', () => {
  test('asks for a code, has the focus, and signs in with the challenge of the first', async () => {
    const { calls, router, user } = await toSecondStep(welcome);
    const field = screen.getByLabelText('Code');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(field.getAttribute('inputmode')).toBe('numeric');
    expect(getSession().token).toBeNull();
    await user.type(field, ' 123456 {Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(calls[1]?.body).toEqual({ challenge: 'ch-1', code: '123456' });
    expect(localStorage.getItem('authToken')).toBe('abc');
  });

  test('takes a recovery code in place of it', async () => {
    const { calls, router, user } = await toSecondStep(welcome);
    await user.type(screen.getByLabelText('Code'), '12');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText('Recovery code');
    expect(document.activeElement).toBe(field);
    expect(field).toHaveProperty('value', '');
    await user.type(field, 'k7mq-9t2x-hh4d{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(calls[1]?.body).toEqual({ challenge: 'ch-1', code: 'k7mq-9t2x-hh4d' });
  });

  test('says that a code is wrong, and takes another', async () => {
    const { router, user } = await toSecondStep(
      refusal(403, 'wrong_code', 'The code is not right, or was used before.'),
    );
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The code is not right');
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
    expect(router.state.location.pathname).toBe('/login');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that took too long leads back to the first', async () => {
    const { user } = await toSecondStep(
      refusal(400, 'challenge_over', 'This sign-in took too long. Please start again.'),
    );
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('took too long');
    expect(screen.queryByLabelText('Code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  test('can be left for the first at any time', async () => {
    const { user } = await toSecondStep({ status: 500, body: '' });
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    expect(screen.getByRole('heading', { name: 'Sign In' })).toBeTruthy();
  });

  test.each([
    [{ status: 500, body: '' }, /Login failed$/],
    [new TypeError('down'), /Login failed\. Please try again\.$/],
  ])('that gets no sentence says %s', async (answer, words) => {
    const { user } = await toSecondStep(answer);
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  test('without a challenge is a refusal like any other', async () => {
    serve({ 'POST /login': refusal(403, 'second_factor_needed', 'Enter the code.') });
    await renderApp('/login');
    await userEvent.type(screen.getByRole('textbox', { name: 'Username or email' }), 'amina');
    await userEvent.type(screen.getByLabelText('Password'), 'long-enough{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Enter the code.');
  });
});

describe('signing in with a passkey', () => {
  const start = { body: { success: true, challenge: 'ch-2', options: REQUEST_OPTIONS } };

  test('needs no name and leads to the dashboard', async () => {
    stubAuthenticator();
    const calls = serve({
      ...dashboard,
      'POST /login/passkey/start': start,
      'POST /login/passkey': welcome,
    });
    const router = await renderApp('/login');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(calls[1]?.body).toMatchObject({ challenge: 'ch-2', response: { id: 'AQIDBA' } });
    expect(localStorage.getItem('authToken')).toBe('abc');
  });

  test('that is given up says so and keeps the form', async () => {
    stubAuthenticator('NotAllowedError');
    serve({ 'POST /login/passkey/start': start });
    await renderApp('/login');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used');
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(getSession().token).toBeNull();
  });

  test('that the service refuses says why', async () => {
    stubAuthenticator();
    serve({
      'POST /login/passkey/start': start,
      'POST /login/passkey': refusal(403, 'passkey_refused', 'The passkey could not be checked.'),
    });
    await renderApp('/login');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be checked');
  });

  test('is not offered where the browser cannot', async () => {
    await renderApp('/login');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});
