import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { refusal, silence } from '../../../testing/handlers.ts';
import { billFrames, openLink, settingsOf } from './testing/bill-stage.ts';
import { emit, saleData } from './testing/fake-paddle.ts';

describe('the payment of a bill', () => {
  const PAID = 'Payment received. Thank you.';

  test('is thanked for, with the way to the dashboard, and nothing more to pay', async () => {
    const { calls } = await openLink();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.payment.initiated', saleData));
    const totals = { ...saleData.totals, balance: 0 };
    act(() => emit('checkout.completed', { ...saleData, totals }));
    const note = screen.getByText(PAID).closest('[role=status]');
    expect(document.activeElement).toBe(note?.parentElement);
    expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull();
    const way = screen.getByRole('link', { name: 'Go to the dashboard' });
    expect(way.getAttribute('href')).toBe('/dashboard');
    // By the browser: the router, which listens further down, never hears of it.
    const heard = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener('click', heard, { once: true });
    window.addEventListener('click', (event) => event.preventDefault(), {
      capture: true,
      once: true,
    });
    await userEvent.click(way);
    expect(heard).not.toHaveBeenCalled();
    document.removeEventListener('click', heard);
    expect(calls).toHaveLength(1);
  });

  test('of nothing is a card that was saved', async () => {
    await openLink();
    const totals = { subtotal: 0, tax: 0, total: 0, credit: 0, balance: 0 };
    act(() => emit('checkout.completed', { ...saleData, totals }));
    expect(screen.getByText('Your card is saved. Thank you.')).toBeTruthy();
    expect(screen.queryByText(PAID)).toBeNull();
  });

  test('that is declined is told above the frame, and may be tried again', async () => {
    await openLink();
    act(() => emit('checkout.loaded', saleData));
    act(() => emit('checkout.payment.failed', saleData));
    expect(screen.getByRole('alert').textContent).toContain('Payment failed. Please try again.');
    expect(billFrames()[0]?.closest('[inert], .hidden')).toBeNull();
    act(() => emit('checkout.payment.initiated', saleData));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a bill that cannot be paid', () => {
  test.each(['checkout.error', 'checkout.failed'])(
    'is no failed payment: %s is told in the provider’s words, and a fresh document is the second try',
    async (name) => {
      const { reload } = await openLink();
      act(() => emit(name, {}, undefined, { detail: 'This has been paid already.' }));
      expect(screen.getByText('Checkout failed: This has been paid already.')).toBeTruthy();
      expect(screen.queryByText('Payment failed. Please try again.')).toBeNull();
      expect(screen.queryByText('not known yet')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(reload).toHaveBeenCalledOnce();
    },
  );

  test('where nothing is sold is told so', async () => {
    const { paddle } = await openLink({ body: { success: true, settings: null } });
    expect(screen.getByText('Checkout failed: Nothing is sold here.')).toBeTruthy();
    expect(screen.queryByText('not known yet')).toBeNull();
    expect(paddle.Initialize).not.toHaveBeenCalled();
  });

  test('while the service does not answer can be tried again', async () => {
    const answers = [
      new TypeError('no network'),
      refusal(500, 'internal', 'Something went wrong on our side.'),
      settingsOf(),
    ];
    await openLink(() => answers.shift() ?? silence());
    expect(screen.getByRole('alert').textContent).toContain(
      'Checkout failed: The service could not be reached. Check your connection.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong on our side.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(billFrames()).toHaveLength(1);
  });
});
