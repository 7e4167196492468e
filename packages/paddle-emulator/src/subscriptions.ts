import { badRequest, conflict, notFound } from './api-error.ts';
import { chargesOf, productOf } from './catalogue.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import type {
  PaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
  Transaction,
} from './entities.ts';
import { emit, touch } from './events.ts';
import { type Charge, detailsOf } from './money.ts';
import { announceCard, charge, markCompleted } from './payments.ts';
import { addCycle, isoOf, type Period } from './periods.ts';
import { addCredit, billOf, creditOf, issueBill } from './transactions.ts';

const DAY_MS = 86_400_000;
const LOCKED_BEFORE_RENEWAL_MS = 30 * 60_000;

/** @throws ApiError 404 when there is none */
export function findSubscription(emulator: Emulator, id: string): Subscription {
  const subscription = emulator.state.subscriptions.get(id);
  if (!subscription) throw notFound('Subscription', id);
  return subscription;
}

/** @throws ApiError 400 once it is canceled: that is for good. 409 in the half hour before a renewal */
export function refuseUnchangeable(emulator: Emulator, subscription: Subscription): void {
  if (subscription.status === 'canceled') {
    throw badRequest('subscription_update_when_canceled', `${subscription.id} is canceled`);
  }
  if (subscription.next_billed_at === null) return;
  const untilRenewalMs = Date.parse(subscription.next_billed_at) - emulator.clock.now();
  const isLive = subscription.status === 'active';
  if (isLive && untilRenewalMs < LOCKED_BEFORE_RENEWAL_MS) {
    throw conflict(
      'subscription_locked_renewal',
      `${subscription.id} renews at ${subscription.next_billed_at} and is locked until then`,
    );
  }
}

/** Changes fields, and says so. */
export function change(
  emulator: Emulator,
  subscription: Subscription,
  fields: Partial<Subscription>,
): void {
  Object.assign(subscription, fields, { updated_at: nowIso(emulator) });
  emit(emulator, 'subscription.updated', subscription);
}

/** Cancels it for good; what was still owed for it is canceled, too. */
export function cancelNow(emulator: Emulator, subscription: Subscription): void {
  for (const transaction of emulator.state.transactions.values()) {
    if (transaction.subscription_id !== subscription.id) continue;
    if (transaction.status !== 'past_due' && transaction.status !== 'ready') continue;
    emulator.state.dunning.delete(transaction.id);
    transaction.status = 'canceled';
    touch(emulator, transaction);
    emit(emulator, 'transaction.canceled', transaction);
  }
  emulator.state.pendingCharges.delete(subscription.id);
  change(emulator, subscription, {
    status: 'canceled',
    canceled_at: nowIso(emulator),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: null,
    paused_at: null,
    items: subscription.items.map((item) => ({
      ...item,
      status: 'inactive' as const,
      next_billed_at: null,
    })),
  });
  emit(emulator, 'subscription.canceled', subscription);
}

/** A subscription of the 31st is billed on the last day of shorter months, and then on the 31st again. */
function dayOfBills(subscription: Subscription, startMs: number): number {
  const start = new Date(startMs);
  const day = start.getUTCDate();
  const firstDay = new Date(subscription.first_billed_at ?? startMs).getUTCDate();
  const isLastOfMonth = new Date(startMs + DAY_MS).getUTCDate() === 1;
  return isLastOfMonth ? Math.max(day, firstDay) : day;
}

/** Starts a period that begins at a moment, with every item in it. */
function startPeriod(subscription: Subscription, startMs: number): void {
  const endsAt = isoOf(
    addCycle(startMs, subscription.billing_cycle, dayOfBills(subscription, startMs)),
  );
  const startsAt = isoOf(startMs);
  subscription.current_billing_period = { starts_at: startsAt, ends_at: endsAt };
  subscription.next_billed_at = endsAt;
  subscription.first_billed_at ??= startsAt;
  subscription.items = subscription.items.map((item) => ({
    ...item,
    status: 'active',
    previously_billed_at: startsAt,
    next_billed_at: endsAt,
  }));
}

/** Plans the cancellation for the end of the period. */
export function schedule(emulator: Emulator, subscription: Subscription): void {
  const effectiveAt = subscription.current_billing_period?.ends_at;
  if (effectiveAt === undefined)
    throw badRequest('subscription_not_active', `${subscription.id} has no running period`);
  const planned = { action: 'cancel', effective_at: effectiveAt, resume_at: null } as const;
  change(emulator, subscription, { scheduled_change: planned });
}

/** Stops billing. */
export function pauseNow(emulator: Emulator, subscription: Subscription): void {
  change(emulator, subscription, {
    status: 'paused',
    paused_at: nowIso(emulator),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: null,
    items: subscription.items.map((item) => ({ ...item, status: 'inactive' as const })),
  });
  emit(emulator, 'subscription.paused', subscription);
}

/** What follows a payment: a new subscription, a recovered one, a new card on file; then it is completed. */
export function complete(emulator: Emulator, transaction: Transaction): void {
  const methodId = emulator.state.transactionCards.get(transaction.id);
  const method = methodId === undefined ? undefined : emulator.state.paymentMethods.get(methodId);
  if (transaction.subscription_id === null) startSubscription(emulator, transaction, method);
  else continueSubscription(emulator, transaction, method);
  markCompleted(emulator, transaction);
}

function startSubscription(
  emulator: Emulator,
  transaction: Transaction,
  method: PaymentMethod | undefined,
): void {
  const recurring = transaction.items.filter(({ price }) => price.billing_cycle !== null);
  const first = recurring[0]?.price;
  const { customer_id: customerId, address_id: addressId } = transaction;
  if (!first?.billing_cycle || customerId === null || addressId === null) return;
  const id = newId(emulator, 'sub');
  const now = nowIso(emulator);
  const start = emulator.clock.now();
  const period = {
    starts_at: isoOf(start),
    ends_at: isoOf(addCycle(start, first.billing_cycle)),
  };
  const portal = `${emulator.url()}/portal/subscriptions/${id}`;
  const subscription: Subscription = {
    id,
    status: 'active',
    customer_id: customerId,
    address_id: addressId,
    business_id: null,
    currency_code: transaction.currency_code,
    created_at: now,
    updated_at: now,
    started_at: now,
    first_billed_at: now,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: first.billing_cycle,
    scheduled_change: null,
    management_urls: {
      update_payment_method: `${portal}/payment-method`,
      cancel: `${portal}/cancel`,
    },
    items: recurring.map(({ price, quantity }) => itemOf(emulator, { price, quantity, period })),
    custom_data: transaction.custom_data,
    import_meta: null,
  };
  emulator.state.subscriptions.set(id, subscription);
  if (method) {
    emulator.state.subscriptionCards.set(id, method.id);
    announceCard(emulator, method);
  }
  transaction.subscription_id = id;
  transaction.billing_period = period;
  // The only event of a subscription that names its transaction.
  emit(emulator, 'subscription.created', { ...subscription, transaction_id: transaction.id });
  emit(emulator, 'subscription.activated', subscription);
}

function continueSubscription(
  emulator: Emulator,
  transaction: Transaction,
  method: PaymentMethod | undefined,
): void {
  const subscription = emulator.state.subscriptions.get(transaction.subscription_id ?? '');
  if (!subscription) return;
  emulator.state.dunning.delete(transaction.id);
  const isNewCard = method && emulator.state.subscriptionCards.get(subscription.id) !== method.id;
  if (isNewCard) {
    emulator.state.subscriptionCards.set(subscription.id, method.id);
    announceCard(emulator, method);
  }
  if (subscription.status === 'past_due') change(emulator, subscription, { status: 'active' });
  else if (isNewCard && subscription.status !== 'canceled') {
    subscription.updated_at = nowIso(emulator);
    emit(emulator, 'subscription.updated', subscription);
  }
}

/** One item of a subscription in a period. */
export function itemOf(
  emulator: Emulator,
  { price, quantity, period }: { price: Price; quantity: number; period: Period },
): SubscriptionItem {
  const now = nowIso(emulator);
  return {
    status: 'active',
    quantity,
    recurring: true,
    created_at: now,
    updated_at: now,
    previously_billed_at: period.starts_at,
    next_billed_at: period.ends_at,
    trial_dates: null,
    price,
    product: productOf(emulator, price),
  };
}

/** The end of a period: it is canceled where that was planned, else the next one begins and is charged. */
export function reachPeriodEnd(emulator: Emulator, subscription: Subscription): void {
  if (subscription.scheduled_change !== null) {
    cancelNow(emulator, subscription);
    return;
  }
  startPeriod(subscription, Date.parse(subscription.next_billed_at ?? nowIso(emulator)));
  change(emulator, subscription, {});
  const bill = billOf(emulator, subscription, {
    origin: 'subscription_recurring',
    charges: renewalCharges(emulator, subscription),
    creditMinor: creditOf(emulator, subscription.customer_id, subscription.currency_code),
    period: subscription.current_billing_period,
  });
  emulator.state.pendingCharges.delete(subscription.id);
  issueBill(emulator, bill);
  if (!chargeOnFile(emulator, subscription, bill)) markPastDue(emulator, subscription, bill);
}

/** The card is tried again; after the last of its days the subscription is canceled. */
export function retryPayment(emulator: Emulator, transactionId: string): void {
  const { transactions, subscriptions, dunning } = emulator.state;
  const row = dunning.get(transactionId);
  const transaction = transactions.get(transactionId);
  const subscription = subscriptions.get(transaction?.subscription_id ?? '');
  dunning.delete(transactionId);
  if (!row || !transaction || !subscription || transaction.status !== 'past_due') return;
  if (chargeOnFile(emulator, subscription, transaction)) return;
  const days = emulator.behaviour.dunningDays;
  const [last, next] = [days[row.attempt], days[row.attempt + 1]];
  if (last === undefined || next === undefined) {
    cancelNow(emulator, subscription);
    return;
  }
  dunning.set(transactionId, {
    attempt: row.attempt + 1,
    atMs: row.atMs + (next - last) * DAY_MS,
  });
}

/** @returns whether the money came */
export function chargeOnFile(
  emulator: Emulator,
  subscription: Subscription,
  transaction: Transaction,
): boolean {
  const methodId = emulator.state.subscriptionCards.get(subscription.id);
  const method = methodId === undefined ? undefined : emulator.state.paymentMethods.get(methodId);
  if (!method) {
    emit(emulator, 'transaction.payment_failed', transaction);
    return false;
  }
  return charge(emulator, transaction, method, 'absent').kind === 'captured';
}

/** A renewal's charges: the period's, and what earlier changes left to be paid. */
export function renewalCharges(emulator: Emulator, subscription: Subscription): Charge[] {
  const charges = chargesOf(emulator, subscription.items);
  const pending = emulator.state.pendingCharges.get(subscription.id) ?? 0;
  const [first] = charges;
  if (pending > 0 && first) {
    charges.push({ ...first, id: newId(emulator, 'txnitm'), quantity: 1, unitMinor: pending });
  }
  return charges;
}

/** Puts what cannot be charged to the customer's credit, what must be to the next renewal. */
export function carryOver(emulator: Emulator, subscription: Subscription, minor: number): void {
  const pending = (emulator.state.pendingCharges.get(subscription.id) ?? 0) + minor;
  if (pending < 0) addCredit(emulator, subscription, -pending);
  if (pending > 0) emulator.state.pendingCharges.set(subscription.id, pending);
  else emulator.state.pendingCharges.delete(subscription.id);
}

/** What a subscription costs each period, with tax. */
export function recurringDetails(emulator: Emulator, subscription: Subscription) {
  const { currency_code: currency } = subscription;
  return detailsOf(chargesOf(emulator, subscription.items), currency, emulator.behaviour.taxRate);
}

/** A bill that waits for its money, and the first day on which the card is charged again. */
function markPastDue(emulator: Emulator, subscription: Subscription, bill: Transaction): void {
  bill.status = 'past_due';
  touch(emulator, bill);
  emit(emulator, 'transaction.past_due', bill);
  change(emulator, subscription, { status: 'past_due' });
  emit(emulator, 'subscription.past_due', subscription);
  const [firstDay = 0] = emulator.behaviour.dunningDays;
  const atMs = emulator.clock.now() + firstDay * DAY_MS;
  emulator.state.dunning.set(bill.id, { attempt: 0, atMs });
}

/** A sale of nothing, whose payment puts a new card on file; or the bill that is past due. */
export function cardChangeTransaction(emulator: Emulator, subscription: Subscription): Transaction {
  if (subscription.status === 'canceled') {
    throw badRequest('subscription_update_when_canceled', `${subscription.id} is canceled`);
  }
  for (const each of emulator.state.transactions.values()) {
    const isIts = each.subscription_id === subscription.id;
    if (isIts && each.status === 'past_due') return each;
  }
  const transaction = billOf(emulator, subscription, {
    origin: 'subscription_payment_method_change',
    charges: chargesOf(emulator, subscription.items).map((each) => ({ ...each, unitMinor: 0 })),
    period: subscription.current_billing_period,
  });
  transaction.status = 'ready';
  emulator.state.transactions.set(transaction.id, transaction);
  emit(emulator, 'transaction.created', transaction);
  emit(emulator, 'transaction.ready', transaction);
  return transaction;
}
