import { badRequest, invalidField } from './api-error.ts';
import { type ItemInput, productOf, resolveItems } from './catalogue.ts';
import { type Emulator, newId } from './emulator.ts';
import type { Subscription, SubscriptionItem, TransactionItem } from './entities.ts';
import { emit } from './events.ts';
import { type Charge, detailsOf, minorUnits, roundMinor } from './money.ts';
import {
  addCycle,
  type Cycle,
  isoOf,
  isSameCycle,
  type Period,
  remainingShare,
} from './periods.ts';
import {
  carryOver,
  change,
  chargeOnFile,
  itemOf,
  recurringDetails,
  refuseUnchangeable,
  renewalCharges,
} from './subscriptions.ts';
import { addCredit, billOf, creditOf, issueBill } from './transactions.ts';

/** The body of PATCH /subscriptions/{id}. */
type SubscriptionChange = {
  items?: ItemInput[] | undefined;
  proration_billing_mode?: ProrationMode | undefined;
  scheduled_change?: null | undefined;
};

/**
 * Changes a subscription; a change of items is paid for first.
 *
 * @throws ApiError 400 when the card declines: then nothing has changed
 */
export function updateSubscription(
  emulator: Emulator,
  subscription: Subscription,
  input: SubscriptionChange,
): void {
  refuseUnchangeable(emulator, subscription);
  const planned = input.scheduled_change === null ? null : subscription.scheduled_change;
  if (input.items === undefined) {
    change(emulator, subscription, { scheduled_change: planned });
    return;
  }
  const plan = planFor(emulator, subscription, input);
  pay(emulator, subscription, plan);
  carryOver(emulator, subscription, plan.pendingMinor);
  change(emulator, subscription, { ...changedFields(plan), scheduled_change: planned });
}

/** What an update would do, and cost now, at the next renewal and from then on. */
export function previewChange(
  emulator: Emulator,
  subscription: Subscription,
  input: SubscriptionChange,
): object {
  refuseUnchangeable(emulator, subscription);
  const plan = planFor(emulator, subscription, input);
  return preview(emulator, { ...subscription, ...changedFields(plan) }, plan);
}

function changedFields({ items, cycle, period }: ChangePlan) {
  return {
    items,
    billing_cycle: cycle,
    current_billing_period: period,
    next_billed_at: period.ends_at,
  };
}

/** What a change would do; nothing is kept but the ids that were used up. */
function planFor(
  emulator: Emulator,
  subscription: Subscription,
  { items, proration_billing_mode: mode, scheduled_change: planned }: SubscriptionChange,
): ChangePlan {
  const { id, status, scheduled_change: pending } = subscription;
  if (items === undefined) throw invalidField('items', 'is needed');
  if (mode === undefined) throw invalidField('proration_billing_mode', 'is needed with items');
  if (status !== 'active')
    throw badRequest(
      `subscription_update_when_${status}`,
      `${id} is ${status.replaceAll('_', ' ')}`,
    );
  if (pending && planned !== null)
    throw badRequest(
      'subscription_locked_pending_changes',
      `${id} has a change planned for ${pending.effective_at}`,
    );
  return planChange(emulator, subscription, resolveItems(emulator, items), mode);
}

/** Bills a change to the card on file, unless it costs nothing and gives nothing back. */
function pay(emulator: Emulator, subscription: Subscription, plan: ChangePlan): void {
  const { charges, creditMinor, period } = plan;
  if (charges.length === 0 && creditMinor === 0) return;
  const bill = billOf(emulator, subscription, {
    origin: 'subscription_update',
    charges,
    creditMinor,
    period,
  });
  const excess = creditMinor - minorUnits(bill.details.totals.credit);
  bill.details.totals.credit_to_balance = String(excess);
  issueBill(emulator, bill);
  if (!chargeOnFile(emulator, subscription, bill)) {
    bill.status = 'canceled';
    emit(emulator, 'transaction.canceled', bill);
    throw badRequest('subscription_payment_declined', 'The card on file was declined.');
  }
  if (excess > 0) addCredit(emulator, subscription, excess);
}

/** When and how much of a change is billed. */
type ProrationMode = 'prorated_immediately' | 'prorated_next_billing_period';

/** What a change of items would do, before it is done. */
type ChangePlan = {
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
function planChange(
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
  const keepsPeriod = running !== null && isSameCycle(cycle, subscription.billing_cycle);
  const period = keepsPeriod
    ? running
    : { starts_at: isoOf(now), ends_at: isoOf(addCycle(now, cycle)) };
  const left = running ? remainingShare(running, now) : 0;
  const share = keepsPeriod ? left : 1;
  const isKept = keptItems(subscription, wanted, keepsPeriod);
  const added = wanted.filter((item) => !isKept(item.price_id, item.quantity));
  const removed = subscription.items
    .filter((item) => !isKept(item.price.id, item.quantity))
    .map(({ price, quantity }) => ({ price, quantity }));
  const charges = prorated(emulator, added, share, period);
  const credits = prorated(emulator, removed, left, period);
  const isNow = mode === 'prorated_immediately';
  return {
    items: wanted.map(({ price, quantity }) => itemOf(emulator, { price, quantity, period })),
    cycle,
    period,
    charges: isNow ? charges : [],
    creditMinor: isNow ? totalOf(emulator, subscription, credits) : 0,
    pendingMinor: isNow ? 0 : subtotalOf(charges) - subtotalOf(credits),
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

function preview(
  emulator: Emulator,
  subscription: Subscription,
  plan: Pick<ChangePlan, 'charges' | 'creditMinor' | 'pendingMinor'>,
): object {
  const { currency_code: currency, current_billing_period: period } = subscription;
  const { taxRate } = emulator.behaviour;
  const details = detailsOf(plan.charges, currency, taxRate, plan.creditMinor);
  const chargeMinor = minorUnits(details.totals.total);
  const net = chargeMinor - plan.creditMinor;
  const money = (minor: number) => ({ amount: String(minor), currency_code: currency });
  const hasBill = plan.charges.length > 0 || plan.creditMinor > 0;
  const bill = hasBill && period ? { billing_period: period, details, adjustments: [] } : null;
  return {
    ...subscription,
    immediate_transaction: bill,
    next_transaction: nextBill(emulator, subscription, plan.pendingMinor),
    recurring_transaction_details: recurringDetails(emulator, subscription),
    update_summary: {
      credit: money(plan.creditMinor),
      charge: money(chargeMinor),
      result: { ...money(Math.abs(net)), action: net < 0 ? 'credit' : 'charge' },
    },
  };
}

function nextBill(emulator: Emulator, subscription: Subscription, extraMinor = 0) {
  if (subscription.next_billed_at === null || subscription.scheduled_change?.action === 'cancel') {
    return null;
  }
  const start = Date.parse(subscription.next_billed_at);
  const { currency_code: currency, customer_id: customerId } = subscription;
  const charges = renewalCharges(emulator, subscription);
  const [first] = charges;
  if (extraMinor > 0 && first) charges.push({ ...first, quantity: 1, unitMinor: extraMinor });
  const credit = creditOf(emulator, customerId, currency) + Math.max(0, -extraMinor);
  return {
    billing_period: {
      starts_at: subscription.next_billed_at,
      ends_at: isoOf(addCycle(start, subscription.billing_cycle)),
    },
    details: detailsOf(charges, currency, emulator.behaviour.taxRate, credit),
    adjustments: [],
  };
}
