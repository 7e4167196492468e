import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { standAt } from '../features/billing/checkout/testing/stage.ts';
import { getSession } from '../lib/session/session.ts';
import { signInAs } from '../testing/builders.ts';
import { type Answer, refusal, serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** A dashboard whose calls are still on their way. */
const waitingDashboard = {
  'GET /api/user/dashboard': silence,
  'GET /api/user/checklist': silence,
  'GET /api/user/success-rate': silence,
  'GET /api/user/trading-statistics': silence,
};

describe('guards', () => {
  // @spec 2.8, 6.15
  test.each(['/login', '/signup', '/forgot-password', '/reset-password?token=t'])(
    '%s leads to the dashboard when a user is signed in',
    async (path) => {
      signInAs();
      serve(waitingDashboard);
      const router = await renderApp(path);
      expect(router.state.location.pathname).toBe('/dashboard');
    },
  );

  // @spec 2.9
  test.each(['/verify-email', '/resend-verification'])('%s is open to everyone', async (path) => {
    signInAs();
    const router = await renderApp(path);
    expect(router.state.location.pathname).toBe(path);
  });

  // @spec 2.10
  test('/dashboard leads to sign-in without a user', async () => {
    const router = await renderApp('/dashboard');
    expect(router.state.location.pathname).toBe('/login');
  });

  // @spec 2.45, 6.14
  test('/checkout leads to sign-in without a token', async () => {
    const { replace } = standAt('/checkout?plan=Pro&billing=yearly');
    await renderApp('/checkout?plan=Pro&billing=yearly');
    expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
  });

  // @spec 2.11, 10.16
  test.each(['/nowhere', '/admin', '/user/settings', '/support', '/dashboard/more'])(
    '%s leads home',
    async (path) => {
      serve({ 'GET /api/reviews': silence });
      const router = await renderApp(path);
      expect(router.state.location.pathname).toBe('/');
    },
  );
});

describe('the navigation bar', () => {
  // @spec 2.16, 2.17
  test('offers Sign In and Start for Free to a visitor', async () => {
    await renderApp('/about');
    const bar = screen.getByRole('banner');
    const targets = [...bar.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/pricing', '/about', '/guide', '/login']));
    expect(targets).toContain('/signup');
    expect(targets).not.toContain('/dashboard');
  });

  // @spec 2.13, 2.18
  test('offers Dashboard and Sign Out to a user', async () => {
    signInAs();
    await renderApp('/about');
    const targets = [...screen.getByRole('banner').querySelectorAll('a')].map((link) =>
      link.getAttribute('href'),
    );
    expect(targets).toContain('/dashboard');
    expect(targets).not.toContain('/login');
    expect(screen.getAllByRole('button', { name: 'Sign Out' }).length).toBeGreaterThan(0);
  });

  // @spec 2.19, 9.19
  test('turns solid after more than 10 px', async () => {
    await renderApp('/about');
    const bar = screen.getByRole('banner');
    const scrollTo = (pixels: number) =>
      act(() => {
        vi.stubGlobal('scrollY', pixels);
        window.dispatchEvent(new Event('scroll'));
      });
    scrollTo(10);
    expect(bar.dataset.solid).toBeUndefined();
    scrollTo(11);
    expect(bar.dataset.solid).toBe('true');
    scrollTo(0);
    expect(bar.dataset.solid).toBeUndefined();
  });

  // @spec 2.20
  test('opens its menu, and closes it with Escape and with a navigation', async () => {
    const user = userEvent.setup();
    await renderApp('/about');
    const button = screen.getByRole('button', { name: 'Open menu' });
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    const menu = screen.getByRole('navigation', { name: 'Menu' });
    const guide = [...menu.querySelectorAll('a')].find((link) => link.textContent === 'Guide');
    await user.click(guide ?? menu);
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  });
});

describe('signing out', () => {
  // @spec 2.13, 4.5
  test('tells the service with the token and clears the session', async () => {
    signInAs();
    const calls = serve({ 'POST /api/logout': { body: { success: true, message: 'ok' } } });
    await renderApp('/about');
    await userEvent.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] ?? document.body);
    expect(calls).toEqual([expect.objectContaining({ path: '/api/logout', token: 'token' })]);
    expect(getSession()).toMatchObject({ token: null, user: null });
    expect(localStorage.getItem('authToken')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  // @spec 4.5, 8.38
  test.each([
    ['the service cannot be reached', new TypeError('Failed to fetch')],
    ['the service is broken', refusal(500, 'internal', 'Something went wrong.')],
  ])('goes on, and is logged, when %s', async (_, answer) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    signInAs();
    serve({ 'POST /api/logout': answer });
    await renderApp('/about');
    await userEvent.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] ?? document.body);
    expect(getSession().token).toBeNull();
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
  });

  // @spec 4.5
  test('does not wait for a service that hangs', async () => {
    signInAs();
    const hung = Promise.withResolvers<Answer>();
    serve({ 'POST /api/logout': () => hung.promise });
    await renderApp('/about');
    await userEvent.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] ?? document.body);
    expect(getSession().token).toBeNull();
    // Else the call gives up ten seconds later, in the middle of another test.
    hung.resolve({ body: { success: true, message: 'ok' } });
  });

  test('in another tab leads away from the dashboard here', async () => {
    signInAs();
    serve(waitingDashboard);
    const router = await renderApp('/dashboard');
    await act(async () => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    });
    expect(router.state.location.pathname).toBe('/login');
  });
});

describe('a session that the service ended', () => {
  // @spec 4.7, 8.11
  test('leads from the dashboard to sign-in, which says so', async () => {
    signInAs();
    serve({
      ...waitingDashboard,
      'GET /api/user/dashboard': refusal(401, 'unauthorized', 'Please sign in.'),
    });
    const router = await renderApp('/dashboard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.getByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(localStorage.getItem('user')).toBeNull();
  });
});

test('a navigation moves focus to the heading of the new page', async () => {
  await renderApp('/about');
  const footer = screen.getByRole('contentinfo');
  const guide = [...footer.querySelectorAll('a')].find((link) => link.textContent === 'Guide');
  await userEvent.click(guide ?? footer);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Setup Guide'));
});

// @spec 2.21
test('the footer links to every public page', async () => {
  await renderApp('/terms');
  const links = [...screen.getByRole('contentinfo').querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining([
      '/pricing',
      '/guide',
      '/about',
      '/contact',
      '/privacy',
      '/refund',
      '/terms',
    ]),
  );
});
