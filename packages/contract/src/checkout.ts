import { z } from 'zod';
import { planName } from './billing.ts';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, moneyNumber } from './fields.ts';

export const BILLING_CYCLES = ['monthly', 'yearly'] as const;
export const billingCycle = z.enum(BILLING_CYCLES);
export type BillingCycleName = z.output<typeof billingCycle>;

/** An id of a transaction of Paddle Billing; checkout ids (`che_…`) are none. */
export const transactionId = z
  .string()
  .regex(/^txn_[0-9a-z]{26}$/, 'must be a transaction number such as txn_01h…');

const providerSettings = {
  environment: z.enum(['emulator', 'sandbox', 'production']),
  client_token: z.string(),
  /** The script to load before the provider's loader; null: the loader loads the provider's own. */
  script: z.string().nullable(),
};

/** What opens the provider's frame for a bill that exists: whoever has its link need not be signed in. */
export const getCheckoutSettings = defineEndpoint({
  method: 'GET',
  path: '/api/paddle/settings',
  auth: 'none',
  summary: 'What a browser needs to load the payment provider; null where nothing is sold',
  reply: z.object({
    success: z.literal(true),
    settings: z.object(providerSettings).nullable(),
  }),
  errors: [],
});

/**
 * What the checkout page needs to open the provider's checkout: asked for at every visit, so that a price
 * that was changed meanwhile is never shown.
 */
export const startCheckout = defineEndpoint({
  method: 'POST',
  path: '/api/paddle/checkout',
  auth: 'user',
  summary:
    'Prepares the purchase of a plan: its price at the provider, and a token that binds it to the user',
  body: z.object({ plan_name: planName, billing_cycle: billingCycle }),
  reply: z.object({
    success: z.literal(true),
    checkout: z.object({
      plan_name: planName,
      /** What is really billed: monthly where the operator sells no yearly price. */
      billing_cycle: billingCycle,
      /** Per billing cycle, in major units, without tax. */
      amount: moneyNumber,
      currency: currencyCode,
      price_id: z.string(),
      /** Goes into the purchase's custom data as `checkout_token`: whose purchase it is. */
      checkout_token: z.string(),
      email: z.string(),
      ...providerSettings,
    }),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'invalid_plan',
    'billing_off',
    'subscribed_already',
    'payments_unreachable',
    'rate_limited',
  ],
});

/**
 * Asks the provider what became of a payment; nothing that the browser says is believed. While the
 * provider is still at work, or does not answer, the status is `pending` (202): the service goes on by
 * itself, and the same call may be made again.
 */
export const upgradePlan = defineEndpoint({
  method: 'POST',
  path: '/api/paddle/upgrade-plan',
  auth: 'user',
  summary: 'Puts the user on the plan that a payment was made for',
  body: z.object({ plan_name: planName, transaction_id: transactionId }),
  reply: z.object({
    success: z.literal(true),
    status: z.enum(['active', 'pending']),
    plan_name: planName,
    message: z.string(),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'billing_off',
    'payment_unknown',
    'payment_unfinished',
    'payment_mismatch',
    'payment_returned',
    'rate_limited',
  ],
});
