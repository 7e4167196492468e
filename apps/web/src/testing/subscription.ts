import type { Payment, SubscriptionView } from '@quorate/contract/subscription';
import { newId } from './builders.ts';
import type { Answer, Call } from './handlers.ts';

/** Pro by the month, paid until 10 December 2026. */
export function buildSubscription(part: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    plan_name: 'Pro',
    amount: 80,
    currency: 'USD',
    status: 'active',
    billing_cycle: 'monthly',
    next_billing_date: '2026-12-10T12:00:00.000Z',
    ...part,
  };
}

/** The answer of the subscription call: without a subscription the plan is Free. */
export function subscriptionAnswer(
  subscription: SubscriptionView | null = buildSubscription(),
  part: object = {},
): Answer {
  return {
    body: {
      success: true,
      subscription,
      plan_name: subscription?.plan_name ?? 'Free',
      plan_source: subscription ? 'subscription' : 'free',
      pending_payment: null,
      test_mode: false,
      ...part,
    },
  };
}

/** The answer of an act on the subscription. */
export function changedAnswer(
  message: string,
  subscription: SubscriptionView | null,
  status: 'done' | 'pending' = 'done',
): Answer {
  return {
    status: status === 'pending' ? 202 : 200,
    body: { success: true, status, message, subscription },
  };
}

export function buildPayment(part: Partial<Payment> = {}): Payment {
  return {
    transaction_id: `txn_${newId().replaceAll('-', '').slice(-26)}`,
    at: '2026-11-10T12:00:00.000Z',
    plan_name: 'Pro',
    billing_cycle: 'monthly',
    amount: 96,
    tax: 16,
    returned: 0,
    currency: 'USD',
    status: 'paid',
    invoice_number: '325-10001',
    ...part,
  };
}

/** The answer of the payments call: the page that was asked for, of all of them. */
export function paymentsAnswer(all: readonly Payment[]) {
  return ({ query }: Call): Answer => {
    const [page, per_page] = [Number(query.page), Number(query.per_page)];
    return {
      body: {
        success: true,
        payments: all.slice((page - 1) * per_page, page * per_page),
        pagination: {
          page,
          per_page,
          total: all.length,
          total_pages: Math.ceil(all.length / per_page),
        },
      },
    };
  };
}
