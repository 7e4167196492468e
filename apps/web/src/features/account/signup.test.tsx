import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const accepted = { 'POST /signup': { body: { success: true, message: 'Check your mail' } } };

type Form = { username?: string; email?: string; password?: string; confirm?: string };

async function fillIn(form: Form, user = userEvent.setup()) {
  const type = async (label: string, text: string | undefined) => {
    if (text) await user.type(screen.getByLabelText(label), text);
  };
  await type('Username', form.username);
  await type('Email', form.email);
  await type('Password', form.password);
  await type('Confirm password', form.confirm);
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}

const good = {
  username: 'amina',
  email: 'amina@example.com',
  password: 'long-enough',
  confirm: 'long-enough',
};

// @spec 5.7, 5.9, 5.10, 5.11
test.each<[string, Form]>([
  ['All fields are required', {}],
  ['All fields are required', { ...good, confirm: '' }],
  ['All fields are required', { ...good, username: '  ' }],
  ['Passwords do not match', { ...good, email: 'bad', password: 'short', confirm: 'other' }],
  [
    'Password must be at least 8 characters long',
    { ...good, password: '1234567', confirm: '1234567' },
  ],
  ['Please enter a valid email address', { ...good, email: 'amina@example' }],
])('says "%s" for %o and sends nothing', async (message, form) => {
  const calls = serve({});
  await renderApp('/signup');
  await fillIn(form);
  expect(screen.getByRole('alert').textContent).toContain(message);
  expect(calls).toEqual([]);
});

// @spec 2.57, 5.13
test('the button waits for the terms', async () => {
  await renderApp('/signup');
  const button = screen.getByRole('button', { name: 'Create Account' });
  expect(button).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('checkbox'));
  expect(button).toHaveProperty('disabled', false);
});

test('the field at fault is marked and has focus', async () => {
  serve({});
  await renderApp('/signup');
  await fillIn({ ...good, confirm: 'different' });
  const confirm = screen.getByLabelText('Confirm password');
  expect(confirm.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(confirm);
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
});

// @spec 2.57, 3.15, 7.12
test('sends the three fields without spaces around the names', async () => {
  const calls = serve(accepted);
  await renderApp('/signup');
  await fillIn({ ...good, username: ' amina ' });
  await screen.findByRole('heading', { name: 'Registration Successful!' });
  expect(calls[0]?.body).toEqual({
    username: 'amina',
    email: 'amina@example.com',
    password: 'long-enough',
  });
});

// @spec 2.58, 2.59, 4.22, 9.21
test('success names the address, offers sign-in and goes there after 3 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  serve(accepted);
  const router = await renderApp('/signup');
  await fillIn(good, userEvent.setup({ delay: null }));
  const heading = await screen.findByRole('heading', { name: 'Registration Successful!' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText('amina@example.com')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Sign In' }).getAttribute('href')).toBe('/login');
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(router.state.location.pathname).toBe('/signup');
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(router.state.location.pathname).toBe('/login');
});

// @spec 8.18, 8.19
test.each([
  [
    'the service’s message',
    refusal(400, 'validation_failed', 'The username is too short'),
    'The username is too short',
  ],
  ['Registration failed', { status: 400, body: {} }, /Registration failed$/],
  ['Registration failed. Please try again.', new TypeError('down'), /Please try again\.$/],
] as const)('a failure shows %s', async (_, answer, expected) => {
  serve({ 'POST /signup': answer });
  await renderApp('/signup');
  await fillIn(good);
  expect((await screen.findByRole('alert')).textContent).toMatch(expected);
});
