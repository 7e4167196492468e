import type { TransactionsTable } from '../../../db/billing-tables.ts';
import { type PriceBook, planBought } from '../price-book.ts';
import type { ProviderTransaction, TransactionStatus } from '../provider-entities.ts';
import { timeOfChange } from './recorded.ts';

/** The columns that the provider decides. */
export type ToldTransaction = Pick<
  TransactionsTable,
  | 'id'
  | 'subscription_id'
  | 'customer_id'
  | 'status'
  | 'origin'
  | 'price_id'
  | 'plan_name'
  | 'billing_cycle'
  | 'amount'
  | 'tax'
  | 'currency'
  | 'invoice_number'
> & {
  period_start: Date | null;
  period_end: Date | null;
  billed_at: Date | null;
  provider_created_at: Date;
  provider_updated_at: Date;
  updated_at: Date;
};

export function transactionRow(
  prices: PriceBook,
  told: ProviderTransaction,
  now: Date,
): ToldTransaction {
  const bought = planBought(prices, told.items);
  return {
    id: told.id,
    subscription_id: told.subscriptionId,
    customer_id: told.customerId,
    status: told.status,
    origin: told.origin,
    price_id: told.items[0]?.priceId ?? null,
    plan_name: bought?.plan ?? null,
    billing_cycle: bought?.cycle ?? null,
    amount: told.total,
    tax: told.tax,
    currency: told.currency,
    period_start: told.period?.start ?? null,
    period_end: told.period?.end ?? null,
    invoice_number: told.invoiceNumber,
    billed_at: told.billedAt,
    provider_created_at: told.createdAt,
    provider_updated_at: timeOfChange(told.updatedAt, now),
    updated_at: now,
  };
}

/** How far a sale has come; of two at the same moment the further one is the later. */
export const TRANSACTION_RANK: Readonly<Record<TransactionStatus, number>> = {
  draft: 0,
  ready: 1,
  billed: 2,
  past_due: 3,
  paid: 4,
  completed: 5,
  canceled: 6,
};

/** Whether two tell the same, whenever they were taken in. */
export function isSameTransaction(one: ToldTransaction, other: ToldTransaction): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf(row: ToldTransaction): string {
  return JSON.stringify([
    row.subscription_id,
    row.customer_id,
    row.status,
    row.origin,
    row.price_id,
    row.plan_name,
    row.billing_cycle,
    row.amount,
    row.tax,
    row.currency,
    row.period_start,
    row.period_end,
    row.invoice_number,
    row.billed_at,
  ]);
}
