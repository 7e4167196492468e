import { z } from 'zod';

const totals = z.object({
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  /** Of the customer's balance, taken off the total. */
  credit: z.number().nullish(),
  /** What is left to pay now. */
  balance: z.number().nullish(),
});

const cycle = z.object({ interval: z.string(), frequency: z.number() });

const sale = z.object({
  currency_code: z.string(),
  totals,
  recurring_totals: totals.nullish(),
  items: z.array(z.object({ billing_cycle: cycle.nullish() })),
});

/** What the provider says that the order costs; in major units. */
export type Prices = Readonly<{
  currency: string;
  subtotal: number;
  tax: number;
  credit: number;
  due: number;
  /** Null: nothing more will be billed. */
  renewal: { amount: number; every: string } | null;
}>;

/** The amounts of an event of the provider's frame; null when it carries none. */
export function readPrices(data: unknown): Prices | null {
  const parsed = sale.safeParse(data);
  if (!parsed.success) return null;
  const { currency_code: currency, totals: now, recurring_totals: later, items } = parsed.data;
  const renews = items[0]?.billing_cycle;
  return {
    currency,
    subtotal: now.subtotal,
    tax: now.tax,
    credit: now.credit ?? 0,
    due: now.balance ?? now.total,
    renewal: later && renews ? { amount: later.total, every: cycleWords(renews) } : null,
  };
}

const ids = z.object({ id: z.string().nullish(), transaction_id: z.string().nullish() });

/** The number of the payment, else of the checkout; empty without either. */
export function readTransactionId(data: unknown): string {
  const parsed = ids.safeParse(data);
  return parsed.success ? (parsed.data.transaction_id ?? parsed.data.id ?? '') : '';
}

/** Which opening of the frame an event comes from; null when it does not say. */
export function readCheckoutId(data: unknown): string | null {
  const parsed = ids.safeParse(data);
  return parsed.success ? (parsed.data.id ?? null) : null;
}

const reason = z.object({
  detail: z.string().nullish(),
  error: z.object({ detail: z.string().nullish() }).nullish(),
});

/** What an error event of the provider's frame says of itself. */
export function readReason(event: unknown): string {
  const parsed = reason.safeParse(event);
  const words = parsed.success ? parsed.data.detail || parsed.data.error?.detail : null;
  return words || 'the payment provider gave no reason.';
}

function cycleWords({ interval, frequency }: z.output<typeof cycle>): string {
  return frequency === 1 ? `every ${interval}` : `every ${frequency} ${interval}s`;
}
