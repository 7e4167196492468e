import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getSession } from '../../lib/session/session.ts';
import { buildUser } from '../../testing/builders.ts';
import { refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const amina = buildUser();
const welcome = { body: { success: true, access_token: 'abc', user: amina, message: 'Welcome' } };

const dashboard = {
  'GET /api/user/dashboard': silence,
  'GET /api/user/checklist': silence,
  'GET /api/user/success-rate': silence,
  'GET /api/user/trading-statistics': silence,
};

async function fillIn(identifier = 'amina', password = 'long-enough') {
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Username or email' }), identifier);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  return user;
}

// @spec 2.51, 3.13, 4.3, 4.4, 7.11
test('signing in stores token and user and leads to the dashboard', async () => {
  const calls = serve({ ...dashboard, 'POST /login': welcome });
  const router = await renderApp('/login');
  await fillIn(' amina ', 'pass word ');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(calls[0]?.body).toEqual({ username_or_email: 'amina', password: 'pass word ' });
  expect(localStorage.getItem('authToken')).toBe('abc');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(amina);
});

// @spec 4.20, 8.12, 10.21
test('a wrong password shows the service’s message and keeps the viewer here', async () => {
  serve({
    'POST /login': refusal(401, 'invalid_credentials', 'Invalid username, email or password.'),
  });
  const router = await renderApp('/login');
  await fillIn();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Invalid username, email or password.',
  );
  expect(router.state.location.pathname).toBe('/login');
  expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resend Verification Email' })).toBeNull();
});

// @spec 8.13
test('an answer without a message says Login failed', async () => {
  serve({ 'POST /login': { status: 400, body: { success: false } } });
  await renderApp('/login');
  await fillIn();
  expect((await screen.findByRole('alert')).textContent).toMatch(/Login failed$/);
});

// @spec 8.14
test('no answer says Login failed. Please try again.', async () => {
  serve({ 'POST /login': new TypeError('Failed to fetch') });
  await renderApp('/login');
  await fillIn();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Login failed. Please try again.',
  );
});

// @spec 5.18
test('empty fields are not sent', async () => {
  const calls = serve({});
  await renderApp('/login');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(calls).toEqual([]);
});

// @spec 2.52
test('the password can be shown and hidden again', async () => {
  await renderApp('/login');
  const password = screen.getByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.getAttribute('type')).toBe('password');
});

// @spec 2.53
test('Remember me changes nothing of what is sent', async () => {
  const calls = serve({ ...dashboard, 'POST /login': welcome });
  const router = await renderApp('/login');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  await fillIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(calls[0]?.body).toEqual({ username_or_email: 'amina', password: 'long-enough' });
});

// @spec 2.54
test('leads to a new password and to sign-up', async () => {
  await renderApp('/login');
  const links = [...screen.getByRole('main').querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/forgot-password', '/signup']);
});

// @spec 2.56
test('the page after verification says that one can sign in', async () => {
  await renderApp('/login?verified=true');
  expect(screen.getByText('Your email is verified. You can sign in now.')).toBeTruthy();
});

// @spec 2.55
test('Google and GitHub do nothing and say so', async () => {
  await renderApp('/login');
  for (const name of ['Google', 'GitHub']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
  expect(screen.getByText(/not available yet/)).toBeTruthy();
});

// @spec 4.21, 8.15
test('an unverified address offers a new mail, to what was typed', async () => {
  const calls = serve({
    'POST /login': refusal(403, 'email_not_verified', 'Please Verify Your Email first.'),
    'POST /resend-verification': { body: { success: true, message: 'A new link is on its way.' } },
  });
  await renderApp('/login');
  const user = await fillIn('amina@example.com');
  await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
  expect(await screen.findByText('A new link is on its way.')).toBeTruthy();
  expect(calls.at(-1)?.body).toEqual({ email: 'amina@example.com' });
});

// @spec 8.16
test('a failed new mail says so', async () => {
  serve({
    'POST /login': refusal(403, 'email_not_verified', 'Please verify your email first.'),
    'POST /resend-verification': new TypeError('Failed to fetch'),
  });
  await renderApp('/login');
  const user = await fillIn('amina@example.com');
  await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
  expect(await screen.findByText('Failed to resend verification email')).toBeTruthy();
});

// @spec 4.19
test('while the answer is awaited nothing is sent twice', async () => {
  const calls = serve({ 'POST /login': silence });
  await renderApp('/login');
  await fillIn();
  const form = screen.getByLabelText('Password').closest('form');
  fireEvent.submit(form ?? document.body);
  fireEvent.submit(form ?? document.body);
  expect(calls).toHaveLength(1);
  expect(getSession().token).toBeNull();
});
