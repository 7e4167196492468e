import { z } from 'zod';
import { planName } from './billing.ts';
import { billingCycle, transactionId } from './checkout.ts';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, isoTime, moneyNumber } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

/** A subscription as the dashboard shows it. */
export const subscriptionView = z.object({
  plan_name: planName,
  /** Charged each billing cycle, in major units, without tax. */
  amount: moneyNumber,
  currency: currencyCode,
  status: z.enum(['active', 'past_due', 'paused']),
  billing_cycle: billingCycle,
  /** Absent when nothing more will be billed. */
  next_billing_date: isoTime.optional(),
  /** Cancelled for this moment; access lasts until then. */
  ends_at: isoTime.optional(),
  /** Past due: the plan's limits hold until then. */
  access_until: isoTime.optional(),
  /** Asked for, and not yet confirmed by the provider, which does not answer. */
  waiting_for: z.enum(['cancel_now', 'cancel_at_period_end']).optional(),
});
export type SubscriptionView = z.output<typeof subscriptionView>;

export const getSubscription = defineEndpoint({
  method: 'GET',
  path: '/api/user/subscription',
  auth: 'user',
  summary: 'The subscription of the signed-in user, null without one',
  reply: z.object({
    success: z.literal(true),
    subscription: subscriptionView.nullable(),
    /** The plan whose limits hold now. */
    plan_name: planName,
    /** What that plan comes from: an operator gave it, or a payment whose subscription follows in a moment. */
    plan_source: z.enum(['free', 'given', 'subscription', 'payment']),
    /** A payment that was begun and is not settled yet. */
    pending_payment: z.object({ transaction_id: transactionId, plan_name: planName }).nullable(),
    /** No real card is charged here. */
    test_mode: z.boolean(),
  }),
  errors: ['unauthorized'],
});

const changed = z.object({
  success: z.literal(true),
  /** pending: recorded, and passed on as soon as the provider answers. */
  status: z.enum(['done', 'pending']),
  message: z.string(),
  subscription: subscriptionView.nullable(),
});

/** Without a body it cancels at once, as the specification's call table says. */
export const cancelSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  auth: 'user',
  summary: 'Cancels the subscription at once or at the end of the billing period',
  body: z.object({ effective: z.enum(['now', 'period_end']).default('now') }),
  reply: changed,
  errors: ['unauthorized', 'validation_failed', 'no_subscription', 'rate_limited'],
});

export const keepSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/keep',
  auth: 'user',
  summary: 'Takes back a cancellation at the end of the billing period',
  reply: changed,
  errors: [
    'unauthorized',
    'no_subscription',
    'subscription_locked',
    'payments_unreachable',
    'rate_limited',
  ],
});

const choice = z.object({ plan_name: planName, billing_cycle: billingCycle });
const CHANGE_ERRORS = [
  'unauthorized',
  'validation_failed',
  'invalid_plan',
  'no_subscription',
  'plan_unchanged',
  'cycle_not_shortened',
  'subscription_overdue',
  'subscription_ending',
  'subscription_locked',
  'payments_unreachable',
  'rate_limited',
] as const;

export const previewPlanChange = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/preview-change',
  auth: 'user',
  summary: 'What another plan would cost now and from the next bill on; nothing is changed',
  body: choice,
  reply: z.object({
    success: z.literal(true),
    /** Charged at once, in major units with tax; 0 when nothing is. */
    due_now: moneyNumber,
    /** Kept for later bills, in major units. */
    credit: moneyNumber,
    /** The next regular bill, with tax and after credit, and its day. */
    next_amount: moneyNumber,
    next_billing_date: isoTime,
    currency: currencyCode,
  }),
  errors: CHANGE_ERRORS,
});

export const changePlan = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/change',
  auth: 'user',
  summary: 'Changes the plan of the subscription, with proration, at once',
  body: choice,
  reply: changed,
  errors: [...CHANGE_ERRORS, 'card_declined'],
});

/** A bill that was paid, or is to be. */
export const payment = z.object({
  transaction_id: transactionId,
  at: isoTime,
  /** null: not for a plan that is known here. */
  plan_name: planName.nullable(),
  billing_cycle: billingCycle.nullable(),
  /** With tax, in major units. */
  amount: moneyNumber,
  tax: moneyNumber,
  /** Given back, in major units. */
  returned: moneyNumber,
  currency: currencyCode,
  status: z.enum(['paid', 'past_due', 'open', 'canceled']),
  invoice_number: z.string().nullable(),
});
export type Payment = z.output<typeof payment>;

export const listPayments = defineEndpoint({
  method: 'GET',
  path: '/api/user/payments',
  auth: 'user',
  summary: 'Bills of the signed-in user, newest first',
  query: z.object({ ...pageQuery }),
  reply: z.object({ success: z.literal(true), payments: z.array(payment), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});

const address = z.object({ success: z.literal(true), url: z.string() });

export const openInvoice = defineEndpoint({
  method: 'POST',
  path: '/api/user/payments/:transaction_id/invoice',
  auth: 'user',
  summary: 'An address of the invoice, good for an hour',
  params: z.object({ transaction_id: transactionId }),
  reply: address,
  errors: [
    'unauthorized',
    'validation_failed',
    'payment_unknown',
    'payments_unreachable',
    'rate_limited',
  ],
});

export const openBillingPortal = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/portal',
  auth: 'user',
  summary: "An address of the provider's own pages for the payment method and the invoices",
  body: z.object({ page: z.enum(['overview', 'payment_method']).default('overview') }),
  reply: address,
  errors: [
    'unauthorized',
    'validation_failed',
    'no_subscription',
    'portal_closed',
    'payments_unreachable',
    'rate_limited',
  ],
});
