import { minorUnits, roundMinor } from '../model/amounts.ts';
import type { Subscription, SubscriptionItem, TransactionItem } from '../model/entities.ts';
import {
  addCycle,
  type Cycle,
  isoOf,
  isSameCycle,
  type Period,
  remainingShare,
} from '../model/periods.ts';
import { badRequest } from './api-error.ts';
import { productOf } from './catalogue.ts';
import { itemOf } from './completion.ts';
import { type Emulator, newId } from './emulator.ts';
import { type Charge, detailsOf } from './totals.ts';

/** When and how much of a change is billed. */
export type ProrationMode =
  | 'prorated_immediately'
  | 'prorated_next_billing_period'
  | 'full_immediately'
  | 'full_next_billing_period'
  | 'do_not_bill';

/** What a change of items would do, before it is done. */
export type ChangePlan = {
  items: SubscriptionItem[];
  cycle: Cycle;
  period: Period;
  /** To be charged now; empty when nothing is. */
  charges: Charge[];
  /** Minor units, with tax, that the unused rest of what was paid is worth. */
  creditMinor: number;
  /** Minor units to be added to the next renewal; negative goes to the customer's credit. */
  pendingMinor: number;
};

/**
 * Works out a change of items. A change of the billing cycle starts a new period now.
 *
 * @example 30 days at 40.00, half of them left, to 80.00, prorated: charges 40.00, credit 20.00
 */
export function planChange(
  emulator: Emulator,
  subscription: Subscription,
  wanted: readonly TransactionItem[],
  mode: ProrationMode,
): ChangePlan {
  const cycle = wanted.find(({ price }) => price.billing_cycle)?.price.billing_cycle;
  if (!cycle || wanted.some(({ price }) => price.billing_cycle === null)) {
    throw badRequest('subscription_items_not_recurring', 'Items of a subscription need a cycle.');
  }
  if (wanted[0]?.price.unit_price.currency_code !== subscription.currency_code) {
    throw badRequest('subscription_currency_mismatch', 'The currency of a subscription stays.');
  }
  const now = emulator.clock.now();
  const running = subscription.current_billing_period;
  const isTrial = subscription.status === 'trialing';
  const keepsPeriod =
    running !== null && (isTrial || isSameCycle(cycle, subscription.billing_cycle));
  const period = keepsPeriod
    ? running
    : { starts_at: isoOf(now), ends_at: isoOf(addCycle(now, cycle)) };
  const left = running && !isTrial ? remainingShare(running, now) : 0;
  const share = keepsPeriod ? left : 1;
  const isKept = keptItems(subscription, wanted, keepsPeriod);
  const added = wanted.filter((item) => !isKept(item.price_id, item.quantity));
  const removed = subscription.items
    .filter((item) => !isKept(item.price.id, item.quantity))
    .map(({ price, quantity }) => ({ price, quantity }));
  const isFull = mode === 'full_immediately' || mode === 'full_next_billing_period';
  const bills = mode !== 'do_not_bill' && !isTrial;
  const charges = bills ? prorated(emulator, added, isFull ? 1 : share, period) : [];
  const credits = bills ? prorated(emulator, removed, isFull ? 1 : left, period) : [];
  const isNow = mode === 'prorated_immediately' || mode === 'full_immediately';
  const creditMinor = mode === 'full_immediately' ? 0 : totalOf(emulator, subscription, credits);
  const difference = subtotalOf(charges) - subtotalOf(credits);
  const pending = mode === 'full_next_billing_period' ? Math.max(0, difference) : difference;
  const trial = isTrial ? period : null;
  return {
    items: wanted.map(({ price, quantity }) =>
      itemOf(emulator, {
        price,
        quantity,
        period,
        trial,
        previouslyBilledAt: isTrial ? null : period.starts_at,
      }),
    ),
    cycle,
    period,
    charges: isNow ? charges : [],
    creditMinor: isNow ? creditMinor : 0,
    pendingMinor: isNow ? 0 : pending,
  };
}

function keptItems(
  subscription: Subscription,
  wanted: readonly TransactionItem[],
  keepsPeriod: boolean,
): (priceId: string, quantity: number) => boolean {
  const keyOf = (priceId: string, quantity: number) => `${priceId}:${quantity}`;
  const before = new Set(
    subscription.items.map(({ price, quantity }) => keyOf(price.id, quantity)),
  );
  const after = new Set(wanted.map((item) => keyOf(item.price_id, item.quantity)));
  return (priceId, quantity) => {
    const key = keyOf(priceId, quantity);
    return keepsPeriod && before.has(key) && after.has(key);
  };
}

function prorated(
  emulator: Emulator,
  items: readonly Pick<TransactionItem, 'price' | 'quantity'>[],
  share: number,
  period: Period,
): Charge[] {
  return items.map(({ price, quantity }) => ({
    id: newId(emulator, 'txnitm'),
    price,
    product: productOf(emulator, price),
    quantity,
    unitMinor: roundMinor(minorUnits(price.unit_price.amount) * share),
    proration: share === 1 ? null : { rate: share.toFixed(5), billing_period: period },
  }));
}

function totalOf(emulator: Emulator, subscription: Subscription, charges: Charge[]): number {
  const { currency_code: currency } = subscription;
  return minorUnits(detailsOf(charges, currency, emulator.behaviour.taxRate).totals.total);
}

function subtotalOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0);
}
