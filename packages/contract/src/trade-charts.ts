import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, isoDay } from './fields.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';

/** Closed trades of one slice. Money is net, in the reply's currency; even trades are in `trades` alone. */
const slice = {
  trades: z.number().int(),
  wins: z.number().int(),
  losses: z.number().int(),
  net: z.number(),
};
export const chartSlice = z.object(slice);
export type ChartSlice = z.output<typeof chartSlice>;

/** Symbols that are listed by name, most trades first; all others are one slice, `other`. */
export const CHART_SYMBOLS_MAX = 30;

/** Upper ends of the classes of R, the last one open: a class holds its lower end, not its upper. */
export const R_CLASSES = [-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3] as const;

export const CHART_SESSIONS = ['asia', 'europe', 'america', 'overlap', 'rollover'] as const;

/**
 * The slices of what a filter selects; the trades of each kind of slice add up to the same total, that of
 * the statistics. Days are the viewer's, by the time of closing. Weekdays, hours and sessions are by the
 * time of opening on the trading server's clock (New York + 7 h), which the terminal shows.
 */
export const getTradeCharts = defineEndpoint({
  method: 'GET',
  path: '/api/user/trade-charts',
  auth: 'user_or_device',
  summary: 'Closed trades by day, symbol, weekday, hour, session and R',
  query: z.object(tradeFilterFields).superRefine(checkCustomPeriod),
  reply: z.object({
    success: z.literal(true),
    currency: currencyCode,
    total: chartSlice,
    /** Days with trades, oldest first. */
    days: z.array(z.object({ day: isoDay, ...slice })),
    symbols: z.array(z.object({ symbol: z.string(), ...slice })),
    other_symbols: chartSlice.nullable(),
    /** 1 Monday to 7 Sunday; all seven. */
    weekdays: z.array(z.object({ weekday: z.number().int().min(1).max(7), ...slice })),
    /** 0 to 23; all of them. */
    hours: z.array(z.object({ hour: z.number().int().min(0).max(23), ...slice })),
    sessions: z.array(z.object({ session: z.enum(CHART_SESSIONS), ...slice })),
    /** One class more than R_CLASSES: below the first, between each two, from the last on. */
    r_classes: z.array(
      z.object({ from: z.number().nullable(), to: z.number().nullable(), ...slice }),
    ),
    /** Trades without a stop have no R. */
    without_r: chartSlice,
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type TradeCharts = z.output<typeof getTradeCharts.reply>;
