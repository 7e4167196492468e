import type { CheckoutOpenOptions, Theme } from '@paddle/paddle-js';
import { frameSettings, type OpenOptions } from './frame-settings.ts';
import { loadPaddle } from './load-paddle.ts';
import type { Order } from './order.ts';
import { untilContainer } from './until-container.ts';

type PaymentMethods = NonNullable<CheckoutOpenOptions['settings']>['allowedPaymentMethods'];

// The loader's types do not know samsung_pay yet; the provider does.
const PAYMENT_METHODS = [
  'card',
  'paypal',
  'apple_pay',
  'google_pay',
  'samsung_pay',
] as unknown as NonNullable<PaymentMethods>;

/**
 * Opens the provider's frame in its container, for something new to buy.
 *
 * @throws Error when it cannot be opened; when aborted, the signal's reason
 */
export async function openFrame(
  order: Order,
  { theme, listen, signal }: OpenOptions,
): Promise<void> {
  await untilContainer(signal);
  const { paddle } = await loadPaddle(order, { listen, signal });
  signal.throwIfAborted();
  paddle.Checkout.open(openingOf(order, theme));
  signal.addEventListener('abort', () => paddle.Checkout.close(), { once: true });
}

function openingOf(order: Order, theme: Theme): CheckoutOpenOptions {
  return {
    items: [{ priceId: order.price_id, quantity: 1 }],
    customer: { email: order.email },
    customData: { checkout_token: order.checkout_token },
    settings: { ...frameSettings(theme), allowedPaymentMethods: PAYMENT_METHODS },
  };
}
