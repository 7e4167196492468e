import { z } from 'zod';
import { defineAdminAct, defineAdminList, reasoned, reasonedOnce } from './admin-endpoint.ts';
import { planName } from './billing.ts';
import { billingCycle, transactionId } from './checkout.ts';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, isoTime, moneyNumber, searchText, uuid } from './fields.ts';

export const PAYMENT_STATUSES = [
  'draft',
  'ready',
  'billed',
  'paid',
  'completed',
  'canceled',
  'past_due',
] as const;

/** A bill at the payment provider, whoever's it is. Amounts are in major units of `currency`. */
export const adminPayment = z.object({
  transaction_id: z.string(),
  /** null: the account was deleted, or nobody's token came with it. */
  user_id: uuid.nullable(),
  user_name: z.string().nullable(),
  subscription_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  /** web, api, subscription_recurring, subscription_update, … */
  origin: z.string(),
  plan_name: planName.nullable(),
  billing_cycle: billingCycle.nullable(),
  /** With tax, and the tax in it. */
  amount: moneyNumber,
  tax: moneyNumber,
  /** What went back by approved refunds and chargebacks. */
  returned: moneyNumber,
  currency: currencyCode,
  invoice_number: z.string().nullable(),
  /** When it was billed, or made where it was not. */
  at: isoTime,
});
export type AdminPayment = z.output<typeof adminPayment>;

/**
 * How the refund of a payment stands. `asked`: the provider has not been told yet, or did not answer.
 * `pending`: the provider decides. `refused`: the provider would not take it; the log says why.
 */
export const refundState = z.enum(['none', 'asked', 'pending', 'approved', 'rejected', 'refused']);
export type RefundState = z.output<typeof refundState>;

export const adminPaymentDetail = z.object({
  payment: adminPayment,
  period_start: isoTime.nullable(),
  period_end: isoTime.nullable(),
  /** When it put its user on a plan; null: never. */
  granted_at: isoTime.nullable(),
  subscription: z
    .object({
      subscription_id: z.string(),
      status: z.string(),
      plan_name: planName.nullable(),
      next_billed_at: isoTime.nullable(),
      period_end: isoTime.nullable(),
    })
    .nullable(),
  /** Money that went back, or that was asked for. */
  adjustments: z.array(
    z.object({
      adjustment_id: z.string(),
      action: z.string(),
      status: z.string(),
      amount: moneyNumber,
      currency: currencyCode,
      at: isoTime,
    }),
  ),
  /** What the provider told of it, newest first; kept for 90 days. */
  events: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      occurred_at: isoTime,
      outcome: z.string(),
    }),
  ),
  refund: z.object({
    state: refundState,
    /** null: it can be given back. */
    impossible: z.string().nullable(),
    /** Whether giving it back ends the subscription and puts the user on Free. */
    ends_plan: z.boolean(),
    /** What the provider last said to a refund that waits. */
    last_error: z.string().nullable(),
  }),
});
export type AdminPaymentDetail = z.output<typeof adminPaymentDetail>;

export const listAdminPayments = defineAdminList({
  path: '/api/admin/payments',
  summary:
    'Payments of all users, newest first; checkouts that nobody finished only when asked for',
  filters: {
    status: z.enum(PAYMENT_STATUSES).optional(),
    plan_name: planName.optional(),
    /** Those that something went back of. */
    returned: z.enum(['yes']).optional(),
    user_id: uuid.optional(),
    /** A number of the provider's (transaction, subscription, customer), an invoice, a username or an address. */
    search: searchText.optional(),
  },
  rows: { payments: adminPayment },
});

const params = z.object({ transaction_id: transactionId });

export const getAdminPayment = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/:transaction_id',
  auth: 'admin',
  summary: 'One payment, with what went back of it and what the provider told of it',
  params,
  reply: z.object({ success: z.literal(true), ...adminPaymentDetail.shape }),
  errors: ['unauthorized', 'operator_only', 'validation_failed', 'record_unknown'],
});

/**
 * Gives all of a payment back. Sent again, or by two operators at once, it is given back once; the answer
 * says how it stands.
 */
export const refundPayment = defineAdminAct({
  path: '/api/admin/payments/:transaction_id/refund',
  summary: 'Gives all of a payment back, once, through the payment provider',
  params,
  body: z.object({
    ...reasoned,
    /** What the operator typed: has to be the payment's own amount, in major units. */
    amount: moneyNumber,
  }),
  reply: adminPaymentDetail.shape,
  errors: [
    'own_account',
    'record_unknown',
    'refund_refused',
    'refund_amount_differs',
    'billing_off',
  ],
});

export const lookUpPayment = defineAdminAct({
  path: '/api/admin/payments/:transaction_id/look-up',
  summary: 'Asks the payment provider how a payment stands, and takes the answer in',
  params,
  body: z.object(reasonedOnce),
  reply: {
    ...adminPaymentDetail.shape,
    /** `waiting`: the provider does not answer now; it is asked again by itself. */
    looked_up: z.enum(['done', 'waiting']),
  },
  errors: ['record_unknown', 'action_conflict', 'billing_off'],
});
