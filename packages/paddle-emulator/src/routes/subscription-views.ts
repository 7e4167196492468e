import { creditOf } from '../engine/customers.ts';
import type { Emulator } from '../engine/emulator.ts';
import type { ChangePlan } from '../engine/proration.ts';
import { recurringDetails, renewalCharges } from '../engine/renewals.ts';
import { planFor, type SubscriptionChange } from '../engine/subscription-update.ts';
import { type Charge, detailsOf } from '../engine/totals.ts';
import { minorUnits } from '../model/amounts.ts';
import type { Subscription, TransactionDetails } from '../model/entities.ts';
import { addCycle, isoOf, type Period } from '../model/periods.ts';

type Bill = { billing_period: Period; details: TransactionDetails; adjustments: [] };

/** A subscription with what it will cost, where the query asks for it. */
export function withForecast(emulator: Emulator, subscription: Subscription, include = ''): object {
  const asked = new Set(include.split(','));
  return {
    ...subscription,
    ...(asked.has('next_transaction')
      ? { next_transaction: nextBill(emulator, subscription) }
      : {}),
    ...(asked.has('recurring_transaction_details')
      ? { recurring_transaction_details: recurringDetails(emulator, subscription) }
      : {}),
  };
}

/** What an update would do, and cost now, at the next renewal and from then on. */
export function updatePreview(
  emulator: Emulator,
  subscription: Subscription,
  input: SubscriptionChange,
): object {
  if (input.items === undefined) {
    return preview(emulator, subscription, { charges: [], creditMinor: 0, pendingMinor: 0 });
  }
  const plan = planFor(emulator, subscription, input);
  const changed: Subscription = {
    ...subscription,
    items: plan.items,
    billing_cycle: plan.cycle,
    current_billing_period: plan.period,
    next_billed_at: plan.period.ends_at,
  };
  return preview(emulator, changed, plan);
}

/** What a one-time charge would cost. */
export function chargePreview(
  emulator: Emulator,
  subscription: Subscription,
  charges: Charge[],
  isNow: boolean,
): object {
  const minor = charges.reduce((sum, each) => sum + each.unitMinor * each.quantity, 0);
  return preview(emulator, subscription, {
    charges: isNow ? charges : [],
    creditMinor: 0,
    pendingMinor: isNow ? 0 : minor,
  });
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
  const bill: Bill | null =
    hasBill && period ? { billing_period: period, details, adjustments: [] } : null;
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

function nextBill(emulator: Emulator, subscription: Subscription, extraMinor = 0): Bill | null {
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
