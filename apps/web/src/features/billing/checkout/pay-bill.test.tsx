import { setTheme } from '@quorate/ui/theme';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { PayBill } from './pay-bill.tsx';
import { BILL, billFrames, LINK, openLink, SETTINGS, settingsOf } from './testing/bill-stage.ts';
import { emit, fakePaddle, placePaddle, saleData } from './testing/fake-paddle.ts';
import { openCheckout, orderOf, pass, START, standAt } from './testing/stage.ts';

const OVERLAY = 'Loading the payment form';

afterEach(() => {
  vi.useRealTimers();
  act(() => setTheme('system'));
});

describe('a payment link', () => {
  test('opens the bill for whoever has it, in the page, and once', async () => {
    const { paddle, calls, replace } = await openLink();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pay a bill');
    expect(screen.getByRole('region', { name: 'Your bill' }).textContent).toContain(BILL);
    expect(paddle.Initialize).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        token: 'test_token',
        checkout: {
          settings: expect.objectContaining({
            displayMode: 'inline',
            frameTarget: 'payment-frame',
            frameInitialHeight: 450,
            theme: 'light',
          }),
        },
      }),
    );
    // The script has opened it by itself.
    expect(paddle.Checkout.open).not.toHaveBeenCalled();
    expect(billFrames()).toHaveLength(1);
    expect(screen.queryByText(OVERLAY)).toBeNull();
    expect(calls.map(({ path }) => path)).toEqual(['/api/paddle/settings']);
    expect(replace).not.toHaveBeenCalled();
  });

  test('is the same page for somebody who is signed in, and tells nobody who that is', async () => {
    signInAs();
    const { calls } = await openLink();
    expect(calls.map(({ path, token }) => [path, token])).toEqual([['/api/paddle/settings', null]]);
    expect(billFrames()).toHaveLength(1);
  });

  test('says that no money moves, where none does', async () => {
    await openLink();
    expect(screen.getByText('Test mode: no real card is charged')).toBeTruthy();
  });

  test('of a real sale is opened in production, without a word of a test', async () => {
    const { paddle } = await openLink(settingsOf({ environment: 'production' }));
    expect(paddle.Environment.set).toHaveBeenCalledWith('production');
    expect(screen.queryByText('Test mode: no real card is charged')).toBeNull();
  });

  test('shows what the bill comes to as soon as the provider says so', async () => {
    await openLink();
    const figures = () =>
      [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(figures()).toContain('Total todaynot known yet');
    act(() => emit('checkout.loaded', saleData));
    expect(figures()).toEqual([
      'Subtotal$40.00',
      'Tax$8.00',
      'Total today$48.00',
      'Renews at$48.00 every month',
    ]);
  });

  test('is covered until the frame has its place, which is looked for during 5 s', async () => {
    vi.useFakeTimers();
    const found = vi.spyOn(document, 'getElementsByClassName');
    found.mockReturnValue(document.createElement('p').getElementsByClassName('none'));
    const { paddle } = await openLink();
    await pass(4_999);
    expect(screen.getByText(OVERLAY)).toBeTruthy();
    await pass(1);
    expect(screen.getByText('Checkout container failed to load')).toBeTruthy();
    expect(paddle.Initialize).not.toHaveBeenCalled();
    found.mockRestore();
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    await pass(0);
    expect(billFrames()).toHaveLength(1);
  });

  test('that names no bill there could be is the usual checkout, which tries to open none', async () => {
    const start = () => {
      // What the browser shows by then: the router of these tests has no address bar.
      standAt('/checkout?plan=Pro');
      return orderOf();
    };
    const path = '/checkout?plan=Pro&_ptxn=1';
    const { router, paddle, replace } = await openCheckout({ [START]: start }, path);
    expect(router.state.location).toMatchObject({ pathname: '/checkout', search: '?plan=Pro' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout');
    expect(paddle.Checkout.open).toHaveBeenCalledOnce();
    expect(replace).not.toHaveBeenCalled();
  });

  test('that names no bill leads whoever is not signed in to sign-in', async () => {
    const { replace, calls } = await openLink(settingsOf(), '/checkout?_ptxn=txn_1');
    expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
    expect(calls).toEqual([]);
  });

  test('that is reached within the site loads its own document', async () => {
    const entry = { name: 'http://localhost/pricing' } as PerformanceEntry;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
    const { replace, calls } = await openLink();
    expect(replace).toHaveBeenCalledExactlyOnceWith(LINK);
    expect(calls).toEqual([]);
  });
});

describe('the frame of a bill', () => {
  test('is opened again for another theme, by us: the script does so once', async () => {
    const { paddle } = await openLink();
    act(() => emit('checkout.loaded', saleData));
    await act(async () => setTheme('dark'));
    expect(paddle.Checkout.close).toHaveBeenCalledOnce();
    expect(paddle.Checkout.open).toHaveBeenCalledExactlyOnceWith({
      transactionId: BILL,
      settings: expect.objectContaining({ displayMode: 'inline', theme: 'dark' }),
    });
    expect(paddle.Initialize).toHaveBeenCalledOnce();
    expect(paddle.Update.mock.lastCall?.[0]).not.toHaveProperty('checkout');
    expect(billFrames()).toHaveLength(1);
  });

  test('has the newest theme when that changes before the script has come', async () => {
    const { paddle } = await openLink(() => {
      vi.stubGlobal('PaddleBillingV1', undefined);
      return settingsOf();
    });
    await act(async () => setTheme('dark'));
    vi.stubGlobal('PaddleBillingV1', fakePaddle);
    const scripts = [...document.head.querySelectorAll('script[src]')];
    await act(async () => {
      for (const script of scripts) script.dispatchEvent(new Event('load'));
    });
    for (const script of scripts) script.remove();
    const themes = paddle.Initialize.mock.calls.map(([{ checkout }]) => checkout?.settings.theme);
    expect(themes).toEqual(['dark']);
    expect(paddle.Checkout.open).not.toHaveBeenCalled();
    expect(billFrames()).toHaveLength(1);
  });

  test('that is closed can be opened again', async () => {
    const { paddle } = await openLink();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.closed', saleData));
    await userEvent.click(screen.getByRole('button', { name: 'Open it again' }));
    expect(paddle.Checkout.open).toHaveBeenCalledOnce();
  });

  test('stands once when React mounts the page twice', async () => {
    const { Initialize, Checkout } = placePaddle();
    standAt(LINK);
    serve({ [SETTINGS]: settingsOf() });
    await act(async () => {
      render(
        <StrictMode>
          <MemoryRouter>
            <PayBill transactionId={BILL} />
          </MemoryRouter>
        </StrictMode>,
      );
    });
    expect(Initialize).toHaveBeenCalledOnce();
    expect(Checkout.open).not.toHaveBeenCalled();
    expect(billFrames()).toHaveLength(1);
  });

  test('is closed when the page is left', async () => {
    const { paddle, router } = await openLink();
    await act(() => router.navigate('/about'));
    expect(paddle.Checkout.close).toHaveBeenCalledOnce();
  });
});
