import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import VerifyEmailPage from '../../app/routes/verify-email.tsx';
import { signInAs } from '../../testing/builders.ts';
import { fieldRefusal, noteBeside, refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const ok = { body: { success: true, message: 'ok' } };
const verified = { body: { success: true, message: 'Your email is verified.' } };

describe('/verify-email', () => {
  // @spec 2.63, 4.23
  test('says that it verifies', async () => {
    serve({ 'POST /verify-email': silence });
    await renderApp('/verify-email?token=abc');
    expect(screen.getByText('Verifying your email')).toBeTruthy();
  });

  // @spec 2.64, 4.23, 7.16
  test('sends the token exactly once, even where effects run twice', async () => {
    const calls = serve({ 'POST /verify-email': verified });
    const router = createMemoryRouter([{ path: '/verify-email', Component: VerifyEmailPage }], {
      initialEntries: ['/verify-email?token=abc'],
    });
    render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
    expect(await screen.findByText('Your email is verified.')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  });

  // @spec 2.66, 9.22
  test('goes to sign-in 3 seconds after success', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    serve({ 'POST /verify-email': verified });
    const router = await renderApp('/verify-email?token=abc');
    await screen.findByText('Your email is verified.');
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(router.state.location.pathname).toBe('/verify-email');
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '?verified=true' });
  });

  test('of a new address says so to whoever is signed in, and leads to the dashboard', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    signInAs();
    const words = 'Your account has its new email address now.';
    serve({
      'POST /verify-email': { body: { success: true, message: words } },
      'GET /api/user/dashboard': silence,
      'GET /api/user/checklist': silence,
      'GET /api/user/success-rate': silence,
      'GET /api/user/trading-statistics': silence,
    });
    const router = await renderApp('/verify-email?token=abc');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('You are taken to your dashboard in a few seconds.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  test('of a new address that another account took meanwhile offers no new link', async () => {
    const words = 'This address belongs to another account by now.';
    serve({ 'POST /verify-email': refusal(409, 'email_taken', words) });
    await renderApp('/verify-email?token=abc');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Resend Verification Email' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to Security' })).toBeTruthy();
  });

  // @spec 5.16
  test.each(['/verify-email', '/verify-email?token='])('%s has no token', async (path) => {
    const calls = serve({});
    await renderApp(path);
    expect(screen.getByText('No verification token provided')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Resend Verification Email' })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  // @spec 8.26
  test.each([
    refusal(409, 'already_verified', 'This email is already verified.'),
    refusal(400, 'verification_invalid', 'Invalid or expired verification link.'),
  ])('a link that was used or is over leads to sign-in', async (answer) => {
    serve({ 'POST /verify-email': answer });
    await renderApp('/verify-email?token=abc');
    expect(
      await screen.findByText('This email has already been verified. You can log in now.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('link', { name: 'Resend Verification Email' })).toBeNull();
  });

  // @spec 2.65, 4.23, 8.24, 8.25, 8.27
  test.each([
    [{ status: 500, body: '' }, 'Verification failed'],
    [new TypeError('down'), 'Verification failed. The link may have expired.'],
    [refusal(429, 'rate_limited', 'Too many requests.'), 'Too many requests.'],
  ])('another failure says so and offers a new link', async (answer, expected) => {
    serve({ 'POST /verify-email': answer });
    await renderApp('/verify-email?token=abc');
    expect(await screen.findByText(expected)).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Resend Verification Email' }).getAttribute('href'),
    ).toBe('/resend-verification');
  });
});

describe('/resend-verification', () => {
  async function send() {
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'amina@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Verification Email' }));
  }

  // @spec 2.67, 7.13
  test('shows what the service says, and links on', async () => {
    serve({ 'POST /resend-verification': { body: { success: true, message: 'On its way.' } } });
    await renderApp('/resend-verification');
    await send();
    expect(await screen.findByText('On its way.')).toBeTruthy();
    const links = [...screen.getByRole('main').querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/login',
      '/signup',
      '/support',
    ]);
  });

  // @spec 8.17
  test('says that it failed', async () => {
    serve({ 'POST /resend-verification': { status: 500, body: '' } });
    await renderApp('/resend-verification');
    await send();
    expect(await screen.findByText('Failed to send verification email')).toBeTruthy();
  });
});

describe('/forgot-password', () => {
  async function send() {
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'amina@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  }

  // @spec 2.60
  test('has one field, for an e-mail address', async () => {
    await renderApp('/forgot-password');
    const [field, ...others] = within(screen.getByRole('main')).getAllByRole('textbox');
    expect(others).toEqual([]);
    expect(field).toBe(screen.getByLabelText('Email'));
    expect(field?.getAttribute('type')).toBe('email');
  });

  // @spec 7.14, 8.21
  test('says that the link was sent', async () => {
    const calls = serve({ 'POST /forgot-password': ok });
    await renderApp('/forgot-password');
    await send();
    expect(await screen.findByText('Password reset link sent to your email')).toBeTruthy();
    expect(calls[0]?.body).toEqual({ email: 'amina@example.com' });
  });

  // @spec 8.20
  test('says that it failed', async () => {
    serve({ 'POST /forgot-password': new TypeError('down') });
    await renderApp('/forgot-password');
    await send();
    expect(await screen.findByText('Failed to send reset email')).toBeTruthy();
    expect(screen.queryByText('Password reset link sent to your email')).toBeNull();
  });
});

describe.each([
  ['/forgot-password', 'Send Reset Link'],
  ['/resend-verification', 'Send Verification Email'],
])('the form of %s', (path, button) => {
  // @spec 5.19
  test.each(['', 'amina'])(
    'leaves "%s" to the browser, which takes it for no address',
    async (words) => {
      const calls = serve({});
      await renderApp(path);
      const user = userEvent.setup();
      const field = screen.getByLabelText('Email');
      if (words !== '') await user.type(field, words);
      await user.click(screen.getByRole('button', { name: button }));
      expect(field).toHaveProperty('type', 'email');
      expect(field).toHaveProperty('validity.valid', false);
      expect(calls).toEqual([]);
    },
  );
});

// @spec 2.61
test('/forgot-password leads back to sign-in', async () => {
  await renderApp('/forgot-password');
  const back = screen.getByRole('link', { name: 'Back to Sign In' });
  expect(back.getAttribute('href')).toBe('/login');
});

describe('/reset-password', () => {
  async function reset(password: string, confirm = password) {
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('New password'), password);
    await user.type(screen.getByLabelText('Confirm new password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    return user;
  }

  // @spec 2.62, 5.15, 7.15, 8.23, 10.11
  test('takes six characters, says so and leads to sign-in', async () => {
    const calls = serve({ 'POST /reset-password': ok });
    const router = await renderApp('/reset-password?token=abc');
    const user = await reset('123456');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain(
      'Password reset successful! Please login with your new password.',
    );
    expect(calls[0]?.body).toEqual({ token: 'abc', password: '123456' });
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  // @spec 5.14, 5.15
  test.each([
    ['Passwords do not match', '123', '1234'],
    ['Password must be at least 6 characters', '12345', '12345'],
  ])('says "%s" and sends nothing', async (message, password, confirm) => {
    const calls = serve({});
    await renderApp('/reset-password?token=abc');
    await reset(password, confirm);
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect(calls).toEqual([]);
  });

  test('says beside the field that a password is guessed first, and what to choose', async () => {
    const words = 'Digits alone are guessed quickly. Try three or four words.';
    serve({ 'POST /reset-password': fieldRefusal('password', words) });
    await renderApp('/reset-password?token=abc');
    expect(noteBeside(screen.getByLabelText('New password'))).toBe(
      'At least 6 characters. Three or four words that do not belong together are best.',
    );
    await reset('20260302');
    await screen.findByRole('alert');
    expect(noteBeside(screen.getByLabelText('New password'))).toContain(words);
  });

  // @spec 8.22
  test('says that it failed, and why', async () => {
    serve({
      'POST /reset-password': refusal(400, 'reset_token_invalid', 'The link is over.'),
    });
    await renderApp('/reset-password?token=abc');
    await reset('123456');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to reset password');
    expect(alert.textContent).toContain('The link is over.');
  });

  test('without a token offers a new link', async () => {
    await renderApp('/reset-password');
    expect(screen.getByText('This reset link is incomplete')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Send a New Link' })).toBeTruthy();
  });
});
