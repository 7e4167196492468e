import type { BillingCycleName } from '@quorate/contract/checkout';
import type { Payment, SubscriptionView } from '@quorate/contract/subscription';
import { formatMoney } from '@quorate/ui/format';

type Status = { word: string; tone: 'neutral' | 'gain' | 'warn' };

const CYCLE_NOUNS: Record<BillingCycleName, string> = { monthly: 'month', yearly: 'year' };

/** @example amountPerCycle({ amount: 400, currency: 'USD', billing_cycle: 'yearly' }) // '$400.00 a year' */
export function amountPerCycle(
  price: Pick<SubscriptionView, 'amount' | 'currency' | 'billing_cycle'>,
): string {
  return `${formatMoney(price.amount, price.currency)} a ${CYCLE_NOUNS[price.billing_cycle]}`;
}

/** Whether a payment is missing that is still wanted. */
export function isOverdue({ status, waiting_for }: SubscriptionView): boolean {
  return status === 'past_due' && waiting_for !== 'cancel_now';
}

export function statusOf(subscription: SubscriptionView): Status {
  if (subscription.waiting_for) return { word: 'Being cancelled', tone: 'warn' };
  if (subscription.status === 'past_due') return { word: 'Payment overdue', tone: 'warn' };
  if (subscription.status === 'paused') return { word: 'Paused', tone: 'neutral' };
  return subscription.ends_at
    ? { word: 'Cancelled', tone: 'warn' }
    : { word: 'Active', tone: 'gain' };
}

export const PAYMENT_STATUS: Record<Payment['status'], Status> = {
  paid: { word: 'Paid', tone: 'gain' },
  past_due: { word: 'Overdue', tone: 'warn' },
  open: { word: 'Open', tone: 'neutral' },
  canceled: { word: 'Cancelled', tone: 'neutral' },
};
