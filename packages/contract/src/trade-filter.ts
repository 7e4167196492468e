import { z } from 'zod';
import {
  anyAccountType,
  currencyCode,
  isoDay,
  symbolName,
  timeZone,
  tradeSide,
  typedText,
} from './fields.ts';

export const PERIODS = ['all', 'daily', 'weekly', 'monthly', 'custom'] as const;
export const period = z.enum(PERIODS);
export type Period = z.output<typeof period>;

/**
 * Why a trade was closed: its target, its first stop, a rule of its exits (a stop that was moved, a time limit),
 * its owner by hand, a limit or event that closes everything, or the broker for want of margin.
 */
export const EXIT_REASONS = [
  'target',
  'stop',
  'managed',
  'manual',
  'flattened',
  'stop_out',
] as const;
export const exitReason = z.enum(EXIT_REASONS);
export type ExitReason = z.output<typeof exitReason>;

/** Of closed trades: net above 0, below 0, or 0. */
export const TRADE_RESULTS = ['win', 'loss', 'break_even'] as const;
export const tradeResult = z.enum(TRADE_RESULTS);
export type TradeResult = z.output<typeof tradeResult>;

export const TAG_MAX = 40;
export const TRADE_TEXT_MAX = 1_000;

/** Which trades a call is about: the same fields for the list, the figures, the charts and the exports. */
export const tradeFilterFields = {
  account_type: anyAccountType.optional(),
  symbol: symbolName.optional(),
  trade_type: tradeSide.optional(),
  /** Leaves out trades that have no result yet. */
  result: tradeResult.optional(),
  exit_reason: exitReason.optional(),
  tag: typedText({ min: 1, max: TAG_MAX, name: 'The tag' }).optional(),
  /** Looked for, in any case, in the note, the set-up, the ticket and the symbol. */
  text: typedText({ min: 1, max: TRADE_TEXT_MAX, name: 'The text' }).optional(),
  period: period.default('all'),
  /** Days of the viewer's zone; with a custom period only. */
  start_date: isoDay.optional(),
  end_date: isoDay.optional(),
  time_zone: timeZone,
  /** Figures are of one currency; without it, the one with the most closed trades. */
  currency: currencyCode.optional(),
};

/** What narrows a selection further than time, account and currency do. */
export const NARROW_FIELDS = [
  'symbol',
  'trade_type',
  'result',
  'exit_reason',
  'tag',
  'text',
] as const satisfies readonly (keyof typeof tradeFilterFields)[];

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
