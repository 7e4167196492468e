import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { clearSession } from '../../../lib/session/session.ts';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { openCheckout, standAt } from './testing/stage.ts';

/** The browser says which address it loaded the document from. */
function loadedFrom(name: string) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as PerformanceEntry]);
}

describe('the checkout is a document of its own', () => {
  test.each([
    'http://localhost/pricing',
    'http://localhost/',
    'http://localhost/checkouts',
    'http://localhost/Checkout?plan=Pro',
  ])('so that it is loaded when it is reached from %s', async (name) => {
    loadedFrom(name);
    const { replace } = standAt('/checkout?plan=Pro&billing=yearly');
    signInAs();
    const calls = serve({});
    await renderApp('/checkout?plan=Pro&billing=yearly');
    expect(replace).toHaveBeenCalledExactlyOnceWith('/checkout?plan=Pro&billing=yearly');
    expect(calls).toEqual([]);
  });

  test.each(['http://localhost/checkout?plan=Pro', 'http://localhost/checkout/', 'document'])(
    'and stays when it was loaded as %s',
    async (name) => {
      loadedFrom(name);
      const { replace, paddle } = await openCheckout();
      expect(replace).not.toHaveBeenCalled();
      expect(paddle.Checkout.open).toHaveBeenCalledOnce();
    },
  );

  test('which signing out leaves behind', async () => {
    const { replace } = await openCheckout();
    act(clearSession);
    expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
  });

  test('and whoever comes from another page without a token goes to sign-in by the router', async () => {
    loadedFrom('http://localhost/pricing');
    const { replace } = standAt('/checkout');
    const router = await renderApp('/checkout');
    expect(router.state.location.pathname).toBe('/login');
    expect(replace).not.toHaveBeenCalled();
  });
});

describe('a link of the checkout', () => {
  /** Whether the browser would have followed the link by itself. */
  async function follow(name: string) {
    let followed = false;
    const watch = (event: MouseEvent) => {
      followed = !event.defaultPrevented;
      // jsdom cannot follow it.
      event.preventDefault();
    };
    // On the way down, after the page's own listener on the window and before any other.
    const [link] = screen.getAllByRole('link', { name });
    window.addEventListener('click', watch, { capture: true, once: true });
    if (!link) throw new Error(`there is no link ${name}`);
    await userEvent.click(link);
    return followed;
  }

  test.each(['Back to Pricing', 'Guide', 'Terms of Service', 'Dashboard', 'Quorate, home'])(
    '"%s" is followed by the browser, not by the router',
    async (name) => {
      const { router } = await openCheckout();
      expect(await follow(name)).toBe(true);
      expect(router.state.location.pathname).toBe('/checkout');
    },
  );

  test('within the page stays in the page', async () => {
    await openCheckout();
    const heard = vi.fn((event: Event) => event.preventDefault());
    const link = screen.getByRole('link', { name: 'Skip to content' });
    const path = '/checkout?plan=Pro&billing=yearly';
    link.setAttribute('href', `${path}#content`);
    document.addEventListener('click', heard, { once: true });
    await userEvent.click(link);
    expect(heard).toHaveBeenCalledOnce();
  });

  test('is the router’s again on other pages', async () => {
    const { router } = await openCheckout();
    await act(() => router.navigate('/about'));
    await userEvent.click(screen.getAllByRole('link', { name: 'Guide' })[0] as HTMLElement);
    expect(router.state.location.pathname).toBe('/guide');
  });
});

test('the cards of the pricing page load the checkout as a document', async () => {
  serve({ 'GET /api/saas/plans': new TypeError('no network') });
  const router = await renderApp('/pricing');
  const watch = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('click', watch, { once: true });
  const link = screen.getByRole('link', { name: 'Choose Pro' });
  await userEvent.click(link);
  expect(watch.mock.calls[0]?.[0].defaultPrevented).toBe(true);
  expect(router.state.location.pathname).toBe('/pricing');
});
