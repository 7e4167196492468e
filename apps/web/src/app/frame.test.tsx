import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { overview } from '../testing/dashboard.tsx';
import { serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';
import { Header } from './header.tsx';
import AboutPage from './routes/about.tsx';
import CheckoutPage from './routes/checkout.tsx';
import SignedInOnly from './signed-in-only.tsx';
import SignedOutOnly from './signed-out-only.tsx';

/** A page as it is written before any browser storage can be read. */
function unchecked(...parts: ComponentType[]): string {
  return renderToString(
    <MemoryRouter>
      {parts.map((Part) => (
        <Part key={Part.name} />
      ))}
    </MemoryRouter>,
  );
}

describe('until the stored session is checked', () => {
  // @spec 2.12, 10.19
  test.each([
    ['the dashboard', SignedInOnly],
    ['a sign-in page', SignedOutOnly],
    ['the checkout', CheckoutPage],
  ])('%s is a spinner', (_, Page) => {
    const page = document.createElement('div');
    page.innerHTML = unchecked(Page);
    expect(within(page).getByRole('status').textContent).toBe('Loading');
  });

  // @spec 10.20
  test('a public page shows at once, with the bar of a visitor', () => {
    const page = document.createElement('div');
    page.innerHTML = unchecked(Header, AboutPage);
    expect(within(page).getByRole('heading', { level: 1 })).toBeTruthy();
    expect(within(page).queryByRole('status')).toBeNull();
    expect(within(page).getAllByRole('link', { name: 'Sign In' }).length).toBeGreaterThan(0);
    expect(within(page).queryByRole('link', { name: 'Dashboard' })).toBeNull();
  });
});

// @spec 1.9, 2.1, 2.2, 2.4, 2.5, 2.6, 2.7, 2.14, 6.1
test.each([
  '/',
  '/pricing',
  '/about',
  '/guide',
  '/contact',
  '/privacy',
  '/refund',
  '/terms',
  '/status',
  '/changelog',
  '/verify',
  '/models',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/resend-verification',
  '/unsubscribe',
])('%s has a page of its own, between the bar and the footer', async (path) => {
  serve({
    'GET /api/reviews': silence,
    'GET /api/saas/plans': silence,
    'GET /api/status': silence,
    'GET /.well-known/log-key': silence,
    'GET /api/models': silence,
  });
  const router = await renderApp(path);
  expect(router.state.location.pathname).toBe(path);
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
});

// @spec 2.14
test('the dashboard stands between the bar and the footer, too', async () => {
  signInAs();
  serve(overview);
  await renderApp('/dashboard');
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
});

// @spec 2.20
test('the menu of small screens has the links of the bar', async () => {
  await renderApp('/about');
  const bar = within(screen.getByRole('banner'));
  const targetsOf = (element: Element) =>
    [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  await userEvent.click(bar.getByRole('button', { name: 'Open menu' }));
  expect(targetsOf(bar.getByRole('navigation', { name: 'Menu' }))).toEqual([
    '/pricing',
    '/about',
    '/guide',
    '/login',
    '/signup',
  ]);
});

// @spec 2.22
test('the footer names how to reach us, and social icons that lead nowhere', async () => {
  await renderApp('/about');
  const footer = within(screen.getByRole('contentinfo'));
  const mail = footer.getByRole('link', { name: 'support@quorate.example' });
  expect(mail.getAttribute('href')).toBe('mailto:support@quorate.example');
  expect(footer.getByRole('link', { name: '+92 42 555 0100' })).toBeTruthy();
  expect(footer.getByText('Lahore, Pakistan')).toBeTruthy();
  const icons = footer.getByRole('list', { name: 'Social media, coming later' });
  expect(within(icons).getAllByRole('img').length).toBeGreaterThan(0);
  expect(within(icons).queryByRole('link')).toBeNull();
});
