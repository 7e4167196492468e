import { minorUnits } from '../model/amounts.ts';
import type { Subscription, Transaction } from '../model/entities.ts';
import { addCredit, creditOf } from './customers.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { charge } from './payments.ts';
import {
  becomeActive,
  becomePastDue,
  cancelNow,
  change,
  pauseNow,
  startPeriod,
} from './subscription-state.ts';
import { type Charge, detailsOf } from './totals.ts';
import { blankTransaction, giveInvoiceNumber, touch } from './transactions.ts';

const DAY_MS = 86_400_000;

/** The end of a period: what was planned for it happens, else the next one begins and is charged. */
export function reachPeriodEnd(emulator: Emulator, subscription: Subscription): void {
  const planned = subscription.scheduled_change;
  if (planned?.action === 'cancel') cancelNow(emulator, subscription);
  else if (planned?.action === 'pause') pauseNow(emulator, subscription, planned.resume_at);
  else renew(emulator, subscription, Date.parse(subscription.next_billed_at ?? nowIso(emulator)));
}

/** Begins a period and charges the card on file for it. */
export function renew(emulator: Emulator, subscription: Subscription, startMs: number): void {
  const cameFrom = subscription.status;
  startPeriod(subscription, startMs);
  change(emulator, subscription, { status: 'active', scheduled_change: null, paused_at: null });
  if (cameFrom === 'trialing') emit(emulator, 'subscription.activated', subscription);
  if (cameFrom === 'paused') emit(emulator, 'subscription.resumed', subscription);
  const transaction = renewalBill(emulator, subscription);
  if (subscription.collection_mode === 'manual') return;
  if (chargeOnFile(emulator, subscription, transaction)) return;
  markPastDue(emulator, subscription, transaction);
}

/** The card is tried again; after the last of its days the subscription ends. */
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

/** A billed transaction that waits for its money, and the first day on which it is asked for again. */
export function markPastDue(
  emulator: Emulator,
  subscription: Subscription,
  transaction: Transaction,
): void {
  transaction.status = 'past_due';
  touch(emulator, transaction);
  emit(emulator, 'transaction.past_due', transaction);
  becomePastDue(emulator, subscription);
  const [firstDay] = emulator.behaviour.dunningDays;
  if (firstDay === undefined) {
    cancelNow(emulator, subscription);
    return;
  }
  const atMs = emulator.clock.now() + firstDay * DAY_MS;
  emulator.state.dunning.set(transaction.id, { attempt: 0, atMs });
}

/** Goes on after a pause. @param keepsPeriod the paid period goes on, where it has not run out */
export function resumeNow(
  emulator: Emulator,
  subscription: Subscription,
  keepsPeriod: boolean,
): void {
  const paidUntil = keepsPeriod ? lastPaidEnd(emulator, subscription) : null;
  if (paidUntil === null || paidUntil.endMs <= emulator.clock.now()) {
    renew(emulator, subscription, emulator.clock.now());
    return;
  }
  subscription.current_billing_period = paidUntil.period;
  subscription.next_billed_at = paidUntil.period.ends_at;
  subscription.scheduled_change = null;
  subscription.items = subscription.items.map((item) => ({ ...item, status: 'active' }));
  becomeActive(emulator, subscription);
  emit(emulator, 'subscription.resumed', subscription);
}

/** What a subscription costs each period, as charges. */
function recurringCharges(emulator: Emulator, subscription: Subscription): Charge[] {
  return subscription.items.map((item) => ({
    id: newId(emulator, 'txnitm'),
    price: item.price,
    product: item.product,
    quantity: item.quantity,
    unitMinor: minorUnits(item.price.unit_price.amount),
    proration: null,
  }));
}

/** A renewal's charges: the period's, and what earlier changes left to be paid. */
export function renewalCharges(emulator: Emulator, subscription: Subscription): Charge[] {
  const charges = recurringCharges(emulator, subscription);
  const pending = emulator.state.pendingCharges.get(subscription.id) ?? 0;
  const [first] = charges;
  if (pending > 0 && first) {
    charges.push({ ...first, id: newId(emulator, 'txnitm'), quantity: 1, unitMinor: pending });
  }
  return charges;
}

function renewalBill(emulator: Emulator, subscription: Subscription): Transaction {
  const { customer_id: customerId, currency_code: currency } = subscription;
  const transaction = blankTransaction(emulator, {
    origin: 'subscription_recurring',
    currency,
    charges: renewalCharges(emulator, subscription),
    creditMinor: creditOf(emulator, customerId, currency),
    period: subscription.current_billing_period,
  });
  emulator.state.pendingCharges.delete(subscription.id);
  Object.assign(transaction, {
    status: 'billed',
    customer_id: customerId,
    address_id: subscription.address_id,
    subscription_id: subscription.id,
    custom_data: subscription.custom_data,
    collection_mode: subscription.collection_mode,
    billed_at: nowIso(emulator),
  });
  giveInvoiceNumber(emulator, transaction);
  emulator.state.transactions.set(transaction.id, transaction);
  emit(emulator, 'transaction.created', transaction);
  emit(emulator, 'transaction.billed', transaction);
  return transaction;
}

function lastPaidEnd(emulator: Emulator, subscription: Subscription) {
  const paid = [...emulator.state.transactions.values()].filter(
    (each) =>
      each.subscription_id === subscription.id &&
      each.billing_period !== null &&
      (each.status === 'completed' || each.status === 'paid'),
  );
  const period = paid.at(-1)?.billing_period ?? null;
  return period === null ? null : { period, endMs: Date.parse(period.ends_at) };
}

/** Puts what cannot be charged to the customer's credit, what must be to the next renewal. */
export function carryOver(emulator: Emulator, subscription: Subscription, minor: number): void {
  const pending = (emulator.state.pendingCharges.get(subscription.id) ?? 0) + minor;
  const { customer_id: customerId, currency_code: currency } = subscription;
  if (pending < 0) addCredit(emulator, customerId, currency, -pending);
  if (pending > 0) emulator.state.pendingCharges.set(subscription.id, pending);
  else emulator.state.pendingCharges.delete(subscription.id);
}

/** What a subscription costs each period, with tax. */
export function recurringDetails(emulator: Emulator, subscription: Subscription) {
  const { currency_code: currency } = subscription;
  return detailsOf(recurringCharges(emulator, subscription), currency, emulator.behaviour.taxRate);
}
