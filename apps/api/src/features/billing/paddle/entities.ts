// The provider's entities, from calls and webhooks alike. What is not named here is not looked at, so
// that new fields break nothing; what is named has to be as documented, or the whole is unreadable.
import { z } from 'zod';
import type {
  ProviderAdjustment,
  ProviderCustomer,
  ProviderItem,
  ProviderPrice,
  ProviderSubscription,
  ProviderTransaction,
} from '../provider-entities.ts';
import {
  amountField,
  currencyField,
  customDataField,
  cycleField,
  idField,
  momentField,
  orNull,
  periodField,
} from './wire-values.ts';

const soldPrice = z.object({
  id: idField,
  unit_price: z.object({ amount: amountField, currency_code: currencyField }),
  billing_cycle: orNull(cycleField),
});

// Negative quantities are real: a change of plan takes the old price back in the same transaction.
const soldItem = z.object({ quantity: z.int(), price: soldPrice });

function itemOf({ quantity, price }: z.output<typeof soldItem>): ProviderItem {
  return {
    priceId: price.id,
    quantity,
    unitAmount: price.unit_price.amount,
    unitCurrency: price.unit_price.currency_code,
    cycle: price.billing_cycle,
  };
}

const transactionTotals = z.object({
  total: amountField,
  grand_total: orNull(amountField),
  tax: amountField,
});

export const transactionEntity = z
  .object({
    id: idField,
    status: z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due']),
    origin: z.string(),
    subscription_id: orNull(idField),
    customer_id: orNull(idField),
    custom_data: customDataField,
    currency_code: currencyField,
    details: z.object({ totals: transactionTotals }),
    items: z.array(soldItem),
    billing_period: orNull(periodField),
    invoice_number: orNull(z.string()),
    billed_at: orNull(momentField),
    created_at: momentField,
    updated_at: momentField,
  })
  .transform(
    (told): ProviderTransaction => ({
      id: told.id,
      status: told.status,
      origin: told.origin,
      subscriptionId: told.subscription_id,
      customerId: told.customer_id,
      customData: told.custom_data,
      currency: told.currency_code,
      total: told.details.totals.grand_total ?? told.details.totals.total,
      tax: told.details.totals.tax,
      items: told.items.map(itemOf),
      period: told.billing_period,
      invoiceNumber: told.invoice_number,
      billedAt: told.billed_at,
      createdAt: told.created_at,
      updatedAt: told.updated_at,
    }),
  );

const scheduledChange = z
  .object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: momentField })
  .transform(({ action, effective_at }) => ({ action, at: effective_at }));

export const subscriptionEntity = z
  .object({
    id: idField,
    status: z.enum(['trialing', 'active', 'past_due', 'paused', 'canceled']),
    customer_id: idField,
    custom_data: customDataField,
    currency_code: currencyField,
    items: z.array(soldItem.extend({ recurring: z.boolean().default(true) })),
    started_at: orNull(momentField),
    current_billing_period: orNull(periodField),
    next_billed_at: orNull(momentField),
    scheduled_change: orNull(scheduledChange),
    canceled_at: orNull(momentField),
    created_at: momentField,
    updated_at: momentField,
  })
  .transform(
    (told): ProviderSubscription => ({
      id: told.id,
      status: told.status,
      customerId: told.customer_id,
      customData: told.custom_data,
      currency: told.currency_code,
      items: told.items.filter(({ recurring }) => recurring).map(itemOf),
      startedAt: told.started_at,
      period: told.current_billing_period,
      nextBilledAt: told.next_billed_at,
      scheduledChange: told.scheduled_change,
      canceledAt: told.canceled_at,
      createdAt: told.created_at,
      updatedAt: told.updated_at,
    }),
  );

export const adjustmentEntity = z
  .object({
    id: idField,
    action: z.string(),
    status: z.string(),
    transaction_id: idField,
    subscription_id: orNull(idField),
    totals: z.object({ total: amountField }),
    currency_code: currencyField,
    created_at: momentField,
    // Missing in the first events of an adjustment at times; it has not changed since, then.
    updated_at: orNull(momentField),
  })
  .transform(
    (told): ProviderAdjustment => ({
      id: told.id,
      action: told.action,
      status: told.status,
      transactionId: told.transaction_id,
      subscriptionId: told.subscription_id,
      total: told.totals.total,
      currency: told.currency_code,
      createdAt: told.created_at,
      updatedAt: told.updated_at ?? told.created_at,
    }),
  );

export const priceEntity = soldPrice.extend({ status: z.string() }).transform(
  (told): ProviderPrice => ({
    id: told.id,
    active: told.status === 'active',
    unitAmount: told.unit_price.amount,
    currency: told.unit_price.currency_code,
    cycle: told.billing_cycle,
  }),
);

export const customerEntity = z
  .object({ id: idField, email: z.string().min(1) })
  .transform(({ id, email }): ProviderCustomer => ({ id, email }));
