import { t } from '@lingui/core/macro';
import type { Payment, SubscriptionView } from '@quorate/contract/subscription';
import { formatMoney } from '@quorate/ui/format';

type Status = { word: string; tone: 'neutral' | 'gain' | 'warn' };

/** @example amountPerCycle({ amount: 400, currency: 'USD', billing_cycle: 'yearly' }) // '$400.00 a year' */
export function amountPerCycle(
  price: Pick<SubscriptionView, 'amount' | 'currency' | 'billing_cycle'>,
): string {
  const amount = formatMoney(price.amount, price.currency);
  return price.billing_cycle === 'yearly' ? t`${amount} a year` : t`${amount} a month`;
}

/** Whether a payment is missing that is still wanted. */
export function isOverdue({ status, waiting_for }: SubscriptionView): boolean {
  return status === 'past_due' && waiting_for !== 'cancel_now';
}

export function statusOf(subscription: SubscriptionView): Status {
  if (subscription.waiting_for) return { word: t`Being cancelled`, tone: 'warn' };
  if (subscription.status === 'past_due') return { word: t`Payment overdue`, tone: 'warn' };
  if (subscription.status === 'paused') return { word: t`Paused`, tone: 'neutral' };
  return subscription.ends_at
    ? { word: t({ message: 'Cancelled', context: 'a subscription' }), tone: 'warn' }
    : { word: t({ message: 'Active', context: 'a subscription' }), tone: 'gain' };
}

export const PAYMENT_STATUS: Record<Payment['status'], Status> = {
  paid: { word: t`Paid`, tone: 'gain' },
  past_due: { word: t`Overdue`, tone: 'warn' },
  open: { word: t({ message: 'Open', context: 'a payment' }), tone: 'neutral' },
  canceled: { word: t({ message: 'Cancelled', context: 'a payment' }), tone: 'neutral' },
};
