import type { SubscriptionsTable } from '../../../db/billing-tables.ts';
import { type PriceBook, planBought } from '../price-book.ts';
import type { ProviderSubscription } from '../provider-entities.ts';
import { timeOfChange } from './recorded.ts';

/** The columns that the provider decides. */
export type ToldSubscription = Pick<
  SubscriptionsTable,
  | 'id'
  | 'customer_id'
  | 'status'
  | 'price_id'
  | 'plan_name'
  | 'billing_cycle'
  | 'amount'
  | 'currency'
  | 'scheduled_action'
> & {
  started_at: Date;
  period_start: Date | null;
  period_end: Date | null;
  next_billed_at: Date | null;
  scheduled_at: Date | null;
  canceled_at: Date | null;
  provider_updated_at: Date;
  updated_at: Date;
};

export function subscriptionRow(
  prices: PriceBook,
  told: ProviderSubscription,
  now: Date,
): ToldSubscription {
  const [item] = told.items;
  const bought = planBought(prices, told.items);
  return {
    id: told.id,
    customer_id: told.customerId,
    status: told.status,
    price_id: item?.priceId ?? '',
    plan_name: bought?.plan ?? null,
    billing_cycle: bought?.cycle ?? null,
    amount: told.items.reduce((sum, each) => sum + each.unitAmount * each.quantity, 0),
    currency: told.currency,
    started_at: told.startedAt ?? told.createdAt,
    period_start: told.period?.start ?? null,
    period_end: told.period?.end ?? null,
    next_billed_at: told.nextBilledAt,
    scheduled_action: told.scheduledChange?.action ?? null,
    scheduled_at: told.scheduledChange?.at ?? null,
    canceled_at: told.canceledAt,
    provider_updated_at: timeOfChange(told.updatedAt, now),
    updated_at: now,
  };
}

/** Whether two tell the same, whenever they were taken in. */
export function isSameSubscription(one: ToldSubscription, other: ToldSubscription): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf(row: ToldSubscription): string {
  return JSON.stringify([
    row.customer_id,
    row.status,
    row.price_id,
    row.plan_name,
    row.billing_cycle,
    row.amount,
    row.currency,
    row.started_at,
    row.period_start,
    row.period_end,
    row.next_billed_at,
    row.scheduled_action,
    row.scheduled_at,
    row.canceled_at,
  ]);
}
