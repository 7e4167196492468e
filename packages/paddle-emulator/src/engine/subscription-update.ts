import { minorUnits } from '../model/amounts.ts';
import type { CustomData, Subscription, Transaction } from '../model/entities.ts';
import { badRequest, invalidField } from './api-error.ts';
import { addCredit, findAddress } from './customers.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { chargesOf, type ItemInput, resolveItems } from './items.ts';
import { type ChangePlan, type ProrationMode, planChange } from './proration.ts';
import { carryOver, chargeOnFile, markPastDue } from './renewals.ts';
import { change, refuseUnchangeable } from './subscription-state.ts';
import type { Charge } from './totals.ts';
import { blankTransaction, giveInvoiceNumber } from './transactions.ts';

/** What becomes of a change whose payment fails. */
export type FailurePolicy = 'prevent_change' | 'apply_change';

/** The body of PATCH /subscriptions/{id}. */
export type SubscriptionChange = {
  items?: ItemInput[] | undefined;
  proration_billing_mode?: ProrationMode | undefined;
  on_payment_failure?: FailurePolicy | undefined;
  scheduled_change?: null | undefined;
  next_billed_at?: string | undefined;
  address_id?: string | undefined;
  custom_data?: CustomData | undefined;
};

/**
 * Changes a subscription; a change of items is paid for first.
 *
 * @throws ApiError 400 when the card declines and `on_payment_failure` is 'prevent_change', the default:
 * then nothing has changed
 */
export function updateSubscription(
  emulator: Emulator,
  subscription: Subscription,
  input: SubscriptionChange,
): void {
  refuseUnchangeable(emulator, subscription);
  const fields: Partial<Subscription> = {};
  if (input.scheduled_change === null) fields.scheduled_change = null;
  if (input.custom_data !== undefined) fields.custom_data = input.custom_data;
  if (input.address_id !== undefined) {
    findAddress(emulator, subscription.customer_id, input.address_id);
    fields.address_id = input.address_id;
  }
  if (input.next_billed_at !== undefined) moveNextBill(emulator, subscription, input, fields);
  if (input.items === undefined) {
    change(emulator, subscription, fields);
    return;
  }
  const plan = planFor(emulator, subscription, input);
  const policy = input.on_payment_failure ?? 'prevent_change';
  const bill = billFor(emulator, subscription, plan);
  const isPaid = bill === null || settle(emulator, subscription, bill, policy);
  carryOver(emulator, subscription, plan.pendingMinor);
  change(emulator, subscription, {
    ...fields,
    items: plan.items,
    billing_cycle: plan.cycle,
    current_billing_period: plan.period,
    next_billed_at: plan.period.ends_at,
  });
  if (!isPaid && bill) markPastDue(emulator, subscription, bill);
}

/** What a change would do; nothing is kept but the ids that were used up. */
export function planFor(
  emulator: Emulator,
  subscription: Subscription,
  input: SubscriptionChange,
): ChangePlan {
  const { items, proration_billing_mode: mode } = input;
  if (items === undefined) throw invalidField('items', 'is needed');
  if (mode === undefined) throw invalidField('proration_billing_mode', 'is needed with items');
  if (subscription.status === 'past_due') {
    throw badRequest('subscription_update_when_past_due', `${subscription.id} is past due`);
  }
  if (subscription.status === 'paused') {
    throw badRequest('subscription_update_when_paused', `${subscription.id} is paused`);
  }
  if (subscription.scheduled_change && input.scheduled_change !== null) {
    throw badRequest(
      'subscription_locked_pending_changes',
      `${subscription.id} has a change planned for ${subscription.scheduled_change.effective_at}`,
    );
  }
  return planChange(emulator, subscription, resolveItems(emulator, items), mode);
}

/** The bill of a change; null when it costs nothing and gives nothing back. */
function billFor(
  emulator: Emulator,
  subscription: Subscription,
  plan: Pick<ChangePlan, 'charges' | 'creditMinor' | 'period'>,
  origin: 'subscription_update' | 'subscription_charge' = 'subscription_update',
): Transaction | null {
  if (plan.charges.length === 0 && plan.creditMinor === 0) return null;
  const { currency_code: currency } = subscription;
  const bill = blankTransaction(emulator, {
    origin,
    currency,
    charges: plan.charges,
    creditMinor: plan.creditMinor,
    period: plan.period,
  });
  const excess = plan.creditMinor - minorUnits(bill.details.totals.credit);
  bill.details.totals.credit_to_balance = String(excess);
  return Object.assign(bill, {
    status: 'billed' as const,
    customer_id: subscription.customer_id,
    address_id: subscription.address_id,
    subscription_id: subscription.id,
    custom_data: subscription.custom_data,
    billed_at: nowIso(emulator),
  });
}

/** One-time charges beside the period. @returns what they were billed with, null when they wait */
export function chargeOnce(
  emulator: Emulator,
  subscription: Subscription,
  input: { items: ItemInput[]; isNow: boolean; policy: FailurePolicy },
): Transaction | null {
  refuseUnchangeable(emulator, subscription);
  const charges = oneTimeCharges(emulator, input.items);
  if (!input.isNow) {
    const minor = charges.reduce((sum, each) => sum + each.unitMinor * each.quantity, 0);
    carryOver(emulator, subscription, minor);
    change(emulator, subscription, {});
    return null;
  }
  const period = subscription.current_billing_period;
  if (!period) throw badRequest('subscription_not_active', `${subscription.id} is not running`);
  const plan = { charges, creditMinor: 0, period };
  const bill = billFor(emulator, subscription, plan, 'subscription_charge');
  if (bill && !settle(emulator, subscription, bill, input.policy)) {
    markPastDue(emulator, subscription, bill);
  }
  return bill;
}

/** @throws ApiError 400 on a price that recurs */
export function oneTimeCharges(emulator: Emulator, inputs: ItemInput[]): Charge[] {
  const items = resolveItems(emulator, inputs);
  if (items.some(({ price }) => price.billing_cycle !== null)) {
    throw badRequest('subscription_one_time_charge_recurring', 'Only one-time prices fit here.');
  }
  return chargesOf(emulator, items, { withTrials: false });
}

function settle(
  emulator: Emulator,
  subscription: Subscription,
  bill: Transaction,
  policy: FailurePolicy,
): boolean {
  giveInvoiceNumber(emulator, bill);
  emulator.state.transactions.set(bill.id, bill);
  emit(emulator, 'transaction.created', bill);
  emit(emulator, 'transaction.billed', bill);
  const isPaid = chargeOnFile(emulator, subscription, bill);
  if (!isPaid && policy === 'prevent_change') {
    bill.status = 'canceled';
    emit(emulator, 'transaction.canceled', bill);
    throw badRequest('subscription_payment_declined', 'The card on file was declined.');
  }
  const excess = minorUnits(bill.details.totals.credit_to_balance);
  if (excess > 0) addCredit(emulator, subscription.customer_id, bill.currency_code, excess);
  return isPaid;
}

function moveNextBill(
  emulator: Emulator,
  subscription: Subscription,
  input: SubscriptionChange,
  fields: Partial<Subscription>,
): void {
  if (subscription.scheduled_change && input.scheduled_change !== null) {
    throw badRequest(
      'subscription_locked_pending_changes',
      `${subscription.id} has a change planned for ${subscription.scheduled_change.effective_at}`,
    );
  }
  const moment = Date.parse(input.next_billed_at ?? '');
  if (!(moment > emulator.clock.now() + 30 * 60_000)) {
    throw invalidField('next_billed_at', 'must be at least 30 minutes ahead');
  }
  const nextBilledAt = new Date(moment).toISOString();
  const startsAt = subscription.current_billing_period?.starts_at ?? nowIso(emulator);
  fields.next_billed_at = nextBilledAt;
  fields.current_billing_period = { starts_at: startsAt, ends_at: nextBilledAt };
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
  const charges: Charge[] = subscription.items.map(({ price, product, quantity }) => ({
    id: newId(emulator, 'txnitm'),
    price,
    product,
    quantity,
    unitMinor: 0,
    proration: null,
  }));
  const transaction = blankTransaction(emulator, {
    origin: 'subscription_payment_method_change',
    currency: subscription.currency_code,
    charges,
    period: subscription.current_billing_period,
  });
  Object.assign(transaction, {
    status: 'ready',
    customer_id: subscription.customer_id,
    address_id: subscription.address_id,
    subscription_id: subscription.id,
    custom_data: subscription.custom_data,
  });
  emulator.state.transactions.set(transaction.id, transaction);
  emit(emulator, 'transaction.created', transaction);
  emit(emulator, 'transaction.ready', transaction);
  return transaction;
}
