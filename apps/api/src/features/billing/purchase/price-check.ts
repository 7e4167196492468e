import type { Clock } from '../../../process/clock.ts';
import type { BillingLog } from '../billing.deps.ts';
import type { Payments } from '../payments.ts';
import type { Offer } from '../price-book.ts';
import type { ProviderPrice } from '../provider-entities.ts';

/** How long a price that was right is taken for right. */
const SURE_MS = 300_000;

/**
 * Whether the provider charges for a price what an offer says. An amount that is shown must be the amount
 * that is charged, and the operator may have set another one there.
 *
 * @throws PaymentsError when the provider does not say
 */
export type IsPriceRight = (payments: Payments, offer: Offer) => Promise<boolean>;

/** Asks once an hour for each price that is right, and each time for one that is not. */
export function createPriceCheck({ clock, log }: { clock: Clock; log: BillingLog }): IsPriceRight {
  const rightUntil = new Map<string, number>();
  return async (payments, offer) => {
    if (clock.now() < (rightUntil.get(offer.priceId) ?? 0)) return true;
    const price = await payments.findPrice(offer.priceId);
    if (!price || !isAsOffered(price, offer)) {
      log.error(
        { offer, price },
        'a plan is not sold: its price at the provider is not the one that the pages show',
      );
      rightUntil.delete(offer.priceId);
      return false;
    }
    rightUntil.set(offer.priceId, clock.now() + SURE_MS);
    return true;
  };
}

function isAsOffered(
  { active, unitAmount, currency, cycle }: ProviderPrice,
  offer: Offer,
): boolean {
  const interval = offer.cycle === 'monthly' ? 'month' : 'year';
  return (
    active &&
    unitAmount === offer.amount &&
    currency === offer.currency &&
    cycle?.interval === interval &&
    cycle.frequency === 1
  );
}
