import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { refusal, silence } from '../../../testing/handlers.ts';
import { emit, saleData } from './testing/fake-paddle.ts';
import { openCheckout, orderOf, START } from './testing/stage.ts';

const summary = () => screen.getByRole('region', { name: 'Order summary' });
const lines = (part: HTMLElement) =>
  [...part.querySelectorAll('dl > div')].map((line) => line.textContent);

describe('the order', () => {
  // @spec 4.15, 7.34, 7.35, 7.36
  test('is asked for by plan and cycle, and opens the provider with one item', async () => {
    const { calls, paddle } = await openCheckout();
    expect(calls[0]?.body).toEqual({ plan_name: 'Pro', billing_cycle: 'yearly' });
    expect(paddle.Environment.set).toHaveBeenCalledWith('sandbox');
    expect(paddle.Initialize.mock.calls.at(-1)?.[0]).toMatchObject({ token: 'test_token' });
    expect(paddle.Checkout.open).toHaveBeenCalledExactlyOnceWith({
      items: [{ priceId: 'pri_pro_year', quantity: 1 }],
      customer: { email: 'amina@example.com' },
      customData: { checkout_token: 'whose.mark' },
      settings: expect.objectContaining({
        displayMode: 'inline',
        frameTarget: 'payment-frame',
        frameInitialHeight: 450,
        theme: 'light',
        locale: 'en',
        allowedPaymentMethods: ['card', 'paypal', 'apple_pay', 'google_pay', 'samsung_pay'],
        allowLogout: false,
        showAddDiscounts: false,
      }),
    });
    expect(screen.getByTitle('Checkout').closest('.payment-frame')).not.toBeNull();
  });

  // @spec 7.34
  test('of a production account is opened in production', async () => {
    const { paddle } = await openCheckout({ [START]: orderOf({ environment: 'production' }) });
    expect(paddle.Environment.set).toHaveBeenCalledWith('production');
  });

  // @spec 1.25, 2.46, 2.47, 2.49
  test('shows an annual plan, its price, what it saves, and what it gives', async () => {
    await openCheckout();
    const text = summary().textContent;
    expect(text).toContain('ProAnnual subscription$800/year');
    expect(text).toContain('Save 20%');
    expect(text).toContain('Two months free: $66.67 a month, billed annually.');
    expect(lines(summary())).toEqual(
      expect.arrayContaining(['Tokens a month8M', 'Symbols10', 'Daily trades20']),
    );
    expect(text).toContain('30-day money-back guarantee');
    const targets = within(summary())
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(targets).toEqual(['/terms', '/privacy', '/refund']);
    expect(screen.getByRole('link', { name: 'Back to Pricing' }).getAttribute('href')).toBe(
      '/pricing',
    );
  });

  // @spec 2.47
  test('shows a monthly plan with no word of a year', async () => {
    const order = { plan_name: 'Starter', billing_cycle: 'monthly', amount: 40 };
    const { calls } = await openCheckout({ [START]: orderOf(order) }, '/checkout');
    expect(calls[0]?.body).toEqual({ plan_name: 'Starter', billing_cycle: 'monthly' });
    expect(summary().textContent).toContain('StarterMonthly subscription$40/month');
    expect(summary().textContent).not.toMatch(/Save|year|annual/i);
  });

  test('says so when a year is asked for and months are sold', async () => {
    await openCheckout({ [START]: orderOf({ billing_cycle: 'monthly', amount: 80 }) });
    expect(summary().textContent).toContain('Monthly subscription$80/month');
    expect(screen.getByText('This plan is billed by the month here.')).toBeTruthy();
  });

  test('shows no price before the service has told it', async () => {
    await openCheckout({ [START]: silence });
    expect(summary().textContent).not.toContain('$');
    expect(screen.getByText('Loading the payment form')).toBeTruthy();
  });

  test('takes subtotal, tax, total and renewal from the provider, and follows them', async () => {
    await openCheckout();
    expect(lines(summary()).slice(-4)).toEqual([
      'Subtotalnot known yet',
      'Taxnot known yet',
      'Total todaynot known yet',
      'Renews atnot known yet',
    ]);
    act(() => emit('checkout.loaded', saleData));
    expect(lines(summary()).slice(-4)).toEqual([
      'Subtotal$40.00',
      'Tax$8.00',
      'Total today$48.00',
      'Renews at$48.00 every month',
    ]);
    const totals = { ...saleData.totals, tax: 10, total: 50, credit: 5.5, balance: 44.5 };
    act(() => emit('checkout.updated', { ...saleData, totals }));
    expect(lines(summary()).slice(-5)).toEqual([
      'Subtotal$40.00',
      'Tax$10.00',
      'Your credit-$5.50',
      'Total today$44.50',
      'Renews at$48.00 every month',
    ]);
  });
});

describe('test mode', () => {
  const words = 'Test mode: no real card is charged';

  test('is told with the card that works where the provider is the local one', async () => {
    await openCheckout();
    const note = screen.getByText(words).parentElement;
    expect(note?.textContent).toContain(
      'Pay with the card 4242 4242 4242 4242, any future date, any 3 digits.',
    );
  });

  test('is told without a card in the sandbox, and not at all where money moves', async () => {
    await openCheckout({ [START]: orderOf({ environment: 'sandbox' }) });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/4242/)).toBeNull();
  });

  test('is no word of a real sale', async () => {
    await openCheckout({ [START]: orderOf({ environment: 'production' }) });
    expect(screen.queryByText(words)).toBeNull();
  });
});

describe('an order that cannot be made', () => {
  const alert = () => screen.getByRole('alert');

  test.each(['plan=Gold', 'plan=Free', 'plan=Pro&billing=weekly'])(
    'for %s is an invalid plan, and asks nobody',
    async (query) => {
      const { calls } = await openCheckout({}, `/checkout?${query}`);
      expect(alert().textContent).toContain('Invalid plan selected');
      expect(calls).toEqual([]);
    },
  );

  // @spec 5.6, 8.8
  test('without a price is an invalid plan, and the error has the focus', async () => {
    await openCheckout({ [START]: refusal(400, 'invalid_plan', 'Invalid plan selected: …') });
    expect(within(alert()).getByText('Invalid plan selected')).toBeTruthy();
    expect(document.activeElement).toBe(alert().parentElement);
    expect(summary().textContent).not.toMatch(/Subtotal|not known yet|\$/);
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe(
      '/pricing',
    );
  });

  test('where nothing is sold says so', async () => {
    const sentence = 'Paid plans cannot be bought here yet.';
    await openCheckout({ [START]: refusal(409, 'billing_off', sentence) });
    expect(alert().textContent).toContain(sentence);
  });

  test('by a subscriber leads to the change of the plan', async () => {
    const sentence = 'You have a Starter subscription already. Change it on the dashboard.';
    const { paddle } = await openCheckout({
      [START]: refusal(409, 'subscribed_already', sentence, { plan_name: 'Starter' }),
    });
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Change to Pro on the dashboard' }).getAttribute('href'),
    ).toBe('/dashboard?change=Pro&billing=yearly');
    expect(paddle.Checkout.open).not.toHaveBeenCalled();
  });

  test('for a provider or a service out of reach can be tried again', async () => {
    const sentence = 'The payment provider does not answer right now. Try again in a moment.';
    const answers = [
      refusal(503, 'payments_unreachable', sentence),
      new TypeError('no network'),
      orderOf(),
    ];
    const { paddle } = await openCheckout({ [START]: () => answers.shift() ?? orderOf() });
    expect(alert().textContent).toContain(`Checkout failed: ${sentence}`);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(alert().textContent).toContain(
      'Checkout failed: The service could not be reached. Check your connection.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(paddle.Checkout.open).toHaveBeenCalledOnce();
  });

  test('by a dead session keeps the reader here, and leads to sign-in on demand', async () => {
    const { replace } = await openCheckout({
      [START]: refusal(401, 'unauthorized', 'Please sign in.'),
    });
    expect(alert().textContent).toContain('Please sign in again');
    expect(localStorage.getItem('authToken')).toBe('token');
    expect(replace).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(localStorage.getItem('authToken')).toBeNull();
    expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
  });
});
