import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { standAt } from '../features/billing/checkout/testing/stage.ts';
import { signOut } from '../lib/session/sign-out.ts';
import { buildUser, signInAs } from '../testing/builders.ts';
import { refusal, serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const amina = buildUser();
const calls = {
  'GET /api/user/dashboard': silence,
  'GET /api/user/checklist': silence,
  'GET /api/user/success-rate': silence,
  'GET /api/user/trading-statistics': silence,
  'GET /api/reviews': { body: { success: true, reviews: [] } },
  'GET /api/reviews/mine': { body: { success: true, review: null } },
  'POST /login': { body: { success: true, access_token: 'abc', user: amina, message: 'Welcome' } },
};

async function signInOnPage() {
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'amina');
  await user.type(screen.getByLabelText('Password'), 'long-enough');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

function keepChoice(plan: string, billing: string, at = Date.now()) {
  localStorage.setItem('chosenPlan', JSON.stringify({ plan, billing, at }));
}

describe('a plan that was chosen', () => {
  test('waits at sign-in, which says so, and leads to its checkout', async () => {
    standAt('/checkout?plan=Pro&billing=yearly');
    await renderApp('/checkout?plan=Pro&billing=yearly');
    serve(calls);
    const router = await renderApp('/login?verified=true');
    expect(screen.getByText('You chose Pro, billed yearly.')).toBeTruthy();
    const first = screen.getByRole('link', { name: 'Create one first' });
    expect(first.getAttribute('href')).toBe('/signup');
    await signInOnPage();
    await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'));
    expect(router.state.location.search).toBe('?plan=Pro&billing=yearly');
    expect(localStorage.getItem('chosenPlan')).toBeNull();
  });

  test('goes along with the sign-up, for the mailed link', async () => {
    keepChoice('Elite', 'monthly');
    const sent = serve({ 'POST /signup': { body: { success: true, message: 'Check your mail' } } });
    await renderApp('/signup');
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'amina');
    await user.type(screen.getByLabelText('Email'), 'amina@example.com');
    await user.type(screen.getByLabelText('Password'), 'long-enough');
    await user.type(screen.getByLabelText('Confirm password'), 'long-enough');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByRole('heading', { name: 'Registration Successful!' });
    expect(sent[0]?.body).toMatchObject({ chosen: { plan: 'Elite', billing: 'monthly' } });
  });

  test('comes from the mailed link on a device that chose nothing', async () => {
    serve({ 'POST /verify-email': { body: { success: true, message: 'Verified' } } });
    await renderApp('/verify-email?token=t&plan=Starter&billing=yearly');
    await screen.findByText('Your email is verified.');
    expect(JSON.parse(localStorage.getItem('chosenPlan') ?? '')).toMatchObject({
      plan: 'Starter',
      billing: 'yearly',
    });
  });

  test.each([
    ['//evil.test', 'monthly'],
    ['Pro', 'yearly&next=//evil.test'],
    ['Free', 'monthly'],
  ])('is none when it names "%s", "%s": sign-in leads to the dashboard', async (plan, billing) => {
    keepChoice(plan, billing);
    serve(calls);
    const router = await renderApp('/login');
    expect(screen.queryByText(/You chose/)).toBeNull();
    await signInOnPage();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  test('is forgotten after a week', async () => {
    keepChoice('Pro', 'monthly', Date.now() - 8 * 86_400_000);
    await renderApp('/login');
    expect(screen.queryByText(/You chose/)).toBeNull();
  });

  test('does not move somebody who was signed in already', async () => {
    keepChoice('Pro', 'monthly');
    signInAs();
    serve(calls);
    const router = await renderApp('/login');
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});

// @spec 4.4
test('on the device that signed up the name is filled in and the cursor is in the password', async () => {
  localStorage.setItem('signedUpAs', JSON.stringify({ username: 'amina', at: Date.now() }));
  serve(calls);
  const router = await renderApp('/login?verified=true');
  expect(screen.getByRole('textbox', { name: 'Username or email' })).toHaveProperty(
    'value',
    'amina',
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'long-enough{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(localStorage.getItem('signedUpAs')).toBeNull();
});

describe('what was typed and not sent', () => {
  test('is there again after a session that expired, with its stars', async () => {
    signInAs(amina);
    serve({ ...calls, 'POST /api/reviews': refusal(401, 'unauthorized', 'Please sign in.') });
    const router = await renderApp('/');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Write a Review' }));
    await user.click(await screen.findByRole('radio', { name: /3 stars/ }));
    await user.type(screen.getByLabelText('Comment'), 'Half a thought about it');
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await signInOnPage();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByLabelText('Comment')).toHaveProperty(
      'value',
      'Half a thought about it',
    );
    expect(screen.getByRole('radio', { name: /3 stars/ })).toHaveProperty('checked', true);
  });

  test('is not shown to another user, nor left by somebody who signs out', async () => {
    sessionStorage.setItem(
      'draft:review',
      JSON.stringify({ owner: amina.id, text: { rating: '3', comment: 'Secret words' } }),
    );
    signInAs({ ...amina, id: '00000000-0000-4000-8000-00000000000b' });
    serve({ ...calls, 'POST /api/logout': { body: { success: true, message: 'ok' } } });
    await renderApp('/');
    await screen.findByText('No reviews yet');
    expect(screen.queryByLabelText('Comment')).toBeNull();
    await act(async () => signOut());
    expect(sessionStorage.getItem('draft:review')).toBeNull();
  });

  test('in the contact form is there after a reload, until it is sent', async () => {
    sessionStorage.setItem(
      'draft:contact',
      JSON.stringify({ owner: '', text: { name: 'Amina', message: 'A long question' } }),
    );
    await renderApp('/contact');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Amina');
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'A long question');
    await userEvent.type(screen.getByLabelText('Subject'), 'Help');
    expect(JSON.parse(sessionStorage.getItem('draft:contact') ?? '').text.subject).toBe('Help');
  });

  test('never leads to another site', async () => {
    sessionStorage.setItem('returnTo', '//evil.test/dashboard');
    serve(calls);
    const router = await renderApp('/login');
    await signInOnPage();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });
});

describe('notes beside fields', () => {
  test('an empty sign-up says the sentence, and what every field needs', async () => {
    serve({});
    await renderApp('/signup');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(screen.getByRole('alert').textContent).toContain('All fields are required');
    for (const [label, note] of [
      ['Username', 'Username is missing.'],
      ['Email', 'Email is missing.'],
      ['Password', 'Password is missing.'],
      ['Confirm password', 'Repeat the password.'],
    ] as const) {
      const field = screen.getByLabelText(label);
      expect(field.getAttribute('aria-invalid'), label).toBe('true');
      const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      expect(described?.textContent, label).toBe(note);
    }
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  });

  test('typing that leaves a wrong address says so, and no longer once it is right', async () => {
    await renderApp('/signup');
    const email = screen.getByLabelText('Email');
    await userEvent.type(email, 'amina@example');
    expect(screen.queryByText('Write it like name@example.com.')).toBeNull();
    await userEvent.tab();
    expect(screen.getByText('Write it like name@example.com.')).toBeTruthy();
    await userEvent.type(email, '.com');
    expect(screen.queryByText('Write it like name@example.com.')).toBeNull();
    expect(screen.queryByText('Username is missing.')).toBeNull();
  });

  test.each([
    ['/login', 'Sign In', ['Username or email is missing.', 'Password is missing.']],
    ['/forgot-password', 'Send Reset Link', ['Email is missing.']],
    ['/resend-verification', 'Send Verification Email', ['Email is missing.']],
    ['/contact', 'Send Message', ['Name is missing.', 'Message is missing.']],
    ['/reset-password?token=t', 'Reset Password', ['Password is missing.', 'Repeat the password.']],
  ] as const)('%s says what is missing beside each field', async (path, button, notes) => {
    const sent = serve({});
    await renderApp(path);
    const main = screen.getByRole('main');
    const press = [...main.querySelectorAll('button')].find(
      ({ textContent }) => textContent === button,
    );
    await userEvent.click(press ?? main);
    for (const note of notes) expect(screen.getByText(note)).toBeTruthy();
    expect(sent).toEqual([]);
  });
});
