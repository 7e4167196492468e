// Answers of calls that are no entities.
import { z } from 'zod';
import type { ChangePreview } from '../payments.ts';
import { amountField, currencyField, momentField, orNull, periodField } from './wire-values.ts';

/** The envelope of one thing. */
export function dataOf<T>(entity: z.ZodType<T>) {
  return z.object({ data: entity }).transform(({ data }) => data);
}

/** The envelope of a page of things. */
export function pageOf<T>(entity: z.ZodType<T>) {
  return z
    .object({
      data: z.array(entity),
      meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
    })
    .transform(({ data, meta }) => ({ items: data, hasMore: meta.pagination.has_more }));
}

/** Given to a browser to go to, so nothing but a web page will do. */
const pageAddress = z.url({ protocol: /^https?$/ });

export const invoiceAnswer = z.object({ url: pageAddress }).transform(({ url }) => url);

export const portalAnswer = z.object({
  urls: z.object({
    general: z.object({ overview: pageAddress }),
    subscriptions: z
      .array(z.object({ id: z.string(), update_subscription_payment_method: orNull(pageAddress) }))
      .nullish()
      .transform((each) => each ?? []),
  }),
});

const previewedBill = z.object({
  details: z.object({
    totals: z.object({ grand_total: amountField, credit_to_balance: orNull(amountField) }),
  }),
});

export const previewAnswer = z
  .object({
    currency_code: currencyField,
    next_billed_at: orNull(momentField),
    current_billing_period: orNull(periodField),
    immediate_transaction: orNull(previewedBill),
    next_transaction: orNull(previewedBill),
    recurring_transaction_details: z.object({ totals: z.object({ grand_total: amountField }) }),
    update_summary: orNull(
      z.object({
        // The direction is in `action`: amounts of this object come with and without a sign.
        result: z.object({ action: z.enum(['credit', 'charge']), amount: amountField }),
      }),
    ),
  })
  .transform((told, context): ChangePreview => {
    const next = told.next_transaction ?? { details: told.recurring_transaction_details };
    const nextBilledAt = told.next_billed_at ?? told.current_billing_period?.end;
    if (!nextBilledAt) {
      context.addIssue({ code: 'custom', message: 'says no time of the next bill' });
      return z.NEVER;
    }
    return {
      dueNow: Math.max(0, told.immediate_transaction?.details.totals.grand_total ?? 0),
      credit: creditOf(told),
      nextAmount: Math.max(0, next.details.totals.grand_total),
      nextBilledAt,
      currency: told.currency_code,
    };
  });

function creditOf(
  told: Readonly<{
    immediate_transaction: z.output<typeof previewedBill> | null;
    update_summary: { result: { action: 'credit' | 'charge'; amount: number } } | null;
  }>,
): number {
  const result = told.update_summary?.result;
  if (result) return result.action === 'credit' ? Math.abs(result.amount) : 0;
  return told.immediate_transaction?.details.totals.credit_to_balance ?? 0;
}
