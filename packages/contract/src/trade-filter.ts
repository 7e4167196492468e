import { z } from 'zod';
import { anyAccountType, currencyCode, isoDay, timeZone } from './fields.ts';

export const PERIODS = ['all', 'daily', 'weekly', 'monthly', 'custom'] as const;
export const period = z.enum(PERIODS);
export type Period = z.output<typeof period>;

/** Which trades a call is about: the same fields for the list, the figures, the charts and the exports. */
export const tradeFilterFields = {
  account_type: anyAccountType.optional(),
  period: period.default('all'),
  /** Days of the viewer's zone; with a custom period only. */
  start_date: isoDay.optional(),
  end_date: isoDay.optional(),
  time_zone: timeZone,
  /** Figures are of one currency; without it, the one with the most closed trades. */
  currency: currencyCode.optional(),
};

/** For `superRefine`: a custom period has both its days, in order. */
export function checkCustomPeriod(
  query: { period: Period; start_date?: string | undefined; end_date?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (query.period !== 'custom') return;
  for (const field of ['start_date', 'end_date'] as const) {
    if (!query[field])
      context.addIssue({ code: 'custom', path: [field], message: 'is needed for a custom period' });
  }
  if (query.start_date && query.end_date && query.start_date > query.end_date)
    context.addIssue({
      code: 'custom',
      path: ['start_date'],
      message: 'must not be after end_date',
    });
}
