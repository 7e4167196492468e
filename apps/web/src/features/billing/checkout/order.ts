import type { getCheckoutSettings, startCheckout } from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import { formatMoney } from '@quorate/ui/format';
import { formatDollars } from '../plan-figures.ts';

/** What is about to be bought, as the service has prepared it. */
export type Order = Reply<typeof startCheckout>['checkout'];

/** How to load the provider's script, and what it is to be initialized with. */
export type ProviderSettings = NonNullable<Reply<typeof getCheckoutSettings>['settings']>;

/** Of a billing cycle, written as on the pricing page. @example priceOf(order) // '$400' */
export function priceOf({ amount, currency }: Pick<Order, 'amount' | 'currency'>): string {
  return currency === 'USD' ? formatDollars(amount) : formatMoney(amount, currency);
}
