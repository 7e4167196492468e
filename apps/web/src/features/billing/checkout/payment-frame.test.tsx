import { setTheme } from '@quorate/ui/theme';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serve, silence } from '../../../testing/handlers.ts';
import { Purchase } from './purchase.tsx';
import { emit, placePaddle, saleData } from './testing/fake-paddle.ts';
import { openCheckout, orderOf, pass, START, UPGRADE } from './testing/stage.ts';

const overlay = () => screen.queryByText('Loading the payment form');
const FAILED = 'Payment failed. Please try again.';
const frames = () => document.querySelectorAll('iframe');

afterEach(() => {
  vi.useRealTimers();
  act(() => setTheme('system'));
});

describe('the container of the frame', () => {
  // @spec 2.48, 4.14, 9.20
  test('is looked for every 100 ms, under the overlay, and the frame opens in it', async () => {
    vi.useFakeTimers();
    const found = vi.spyOn(document, 'getElementsByClassName');
    const none = document.createElement('p').getElementsByClassName('none');
    found.mockReturnValue(none);
    const { paddle } = await openCheckout();
    await pass(0);
    expect(found).toHaveBeenCalledTimes(1);
    await pass(99);
    expect(found).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(found).toHaveBeenCalledTimes(2);
    await pass(4_700);
    expect(overlay()).not.toBeNull();
    expect(paddle.Checkout.open).not.toHaveBeenCalled();
    found.mockRestore();
    await pass(100);
    expect(paddle.Checkout.open).toHaveBeenCalledOnce();
    expect(overlay()).toBeNull();
  });

  // @spec 4.14, 8.10, 9.20
  test('is given up after 5 s, and looked for again on demand', async () => {
    vi.useFakeTimers();
    const found = vi.spyOn(document, 'getElementsByClassName');
    found.mockReturnValue(document.createElement('p').getElementsByClassName('none'));
    const { paddle } = await openCheckout();
    await pass(4_999);
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(1);
    expect(screen.getByText('Checkout container failed to load')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('alert').parentElement);
    found.mockRestore();
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    await pass(0);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(paddle.Checkout.open).toHaveBeenCalledOnce();
  });
});

describe('what is thrown on the way', () => {
  // @spec 8.9
  test('is told as the reason, and a fresh document is the second try', async () => {
    const { paddle, reload } = await openCheckout();
    await act(async () => emit('checkout.loaded', saleData));
    paddle.Checkout.open.mockImplementation(() => {
      throw new Error('no such price');
    });
    await act(async () => setTheme('dark'));
    expect(screen.getByText('Checkout failed: no such price')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a payment in the frame', () => {
  test.each([
    'checkout.payment.failed',
    'checkout.payment.error',
    'checkout.error',
    'checkout.failed',
  ])('that ends with %s is told above the frame, until another one begins', async (name) => {
    await openCheckout();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.payment.initiated', saleData));
    act(() => emit(name, { code: 'declined' }));
    expect(screen.getByRole('alert').textContent).toContain(FAILED);
    expect(frames()).toHaveLength(1);
    expect(frames()[0]?.closest('[inert], .hidden')).toBeNull();
    act(() => emit('checkout.payment.initiated', saleData));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that only warns is none of our business', async () => {
    await openCheckout();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.warning', { code: 'something' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that is closed can be opened again', async () => {
    const { paddle } = await openCheckout();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.closed', saleData));
    expect(screen.getByText('The payment form was closed.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Open it again' }));
    expect(paddle.Checkout.open).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the theme of the site', () => {
  test('is that of the frame, which is opened again for another', async () => {
    const { paddle } = await openCheckout();
    act(() => emit('checkout.loaded', saleData));
    await act(async () => setTheme('dark'));
    expect(paddle.Checkout.close).toHaveBeenCalledOnce();
    expect(paddle.Checkout.open.mock.calls.map(([{ settings }]) => settings.theme)).toEqual([
      'light',
      'dark',
    ]);
    expect(frames()).toHaveLength(1);
  });

  test('never closes the frame while it pays', async () => {
    const { paddle } = await openCheckout();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.payment.initiated', saleData));
    await act(async () => setTheme('dark'));
    expect(paddle.Checkout.close).not.toHaveBeenCalled();
    await act(async () => emit('checkout.payment.failed', saleData));
    expect(paddle.Checkout.open).toHaveBeenCalledTimes(2);
  });

  test('opens nothing again that is paid', async () => {
    const { paddle } = await openCheckout({ [UPGRADE]: silence });
    act(() => emit('checkout.loaded', saleData));
    await act(async () => emit('checkout.completed', saleData));
    await act(async () => setTheme('dark'));
    expect(paddle.Checkout.open).toHaveBeenCalledOnce();
  });

  test('leaves nothing of the frame before: what that still says is not heard', async () => {
    const { calls } = await openCheckout();
    act(() => emit('checkout.loaded', saleData));
    await act(async () => setTheme('dark'));
    act(() => emit('checkout.completed', saleData, 0));
    // The script itself may tell the newer listener of the older frame's end.
    act(() => emit('checkout.closed', saleData));
    act(() => emit('checkout.loaded', { ...saleData, id: 'che_2' }));
    act(() => emit('checkout.closed', saleData));
    expect(screen.queryByText('The payment form was closed.')).toBeNull();
    expect(calls.map(({ path }) => path)).toEqual(['/api/paddle/checkout']);
  });
});

test('another plan in the address is another purchase', async () => {
  const { calls, paddle, router } = await openCheckout();
  await act(() => router.navigate('/checkout?plan=Elite'));
  expect(calls.map(({ body }) => body)).toEqual([
    { plan_name: 'Pro', billing_cycle: 'yearly' },
    { plan_name: 'Elite', billing_cycle: 'monthly' },
  ]);
  expect(paddle.Checkout.close).toHaveBeenCalledOnce();
  expect(frames()).toHaveLength(1);
});

test('leaving the page closes the frame', async () => {
  const { paddle, router } = await openCheckout();
  await act(() => router.navigate('/about'));
  expect(paddle.Checkout.close).toHaveBeenCalledOnce();
});

test('React may mount the page twice: one frame stands', async () => {
  const paddle = placePaddle();
  serve({ [START]: orderOf() });
  await act(async () => {
    const purchase = <Purchase planName="Pro" cycle="yearly" />;
    render(
      <StrictMode>
        <MemoryRouter>{purchase}</MemoryRouter>
      </StrictMode>,
    );
  });
  expect(frames()).toHaveLength(1);
  expect(paddle.Checkout.open.mock.calls.length - paddle.Checkout.close.mock.calls.length).toBe(1);
});
