import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';

/**
 * The figures of the home page's strip. `beta`: the configured figures of the beta stage stand. `ledger`:
 * the operator has the service compute them from the trades it holds; every rate comes with the number
 * of trades behind it.
 */
export const siteFigures = z.discriminatedUnion('source', [
  z.object({ source: z.literal('beta') }),
  z.object({
    source: z.literal('ledger'),
    computed_at: isoTime,
    /** Users with a trade that closed in the last 30 days. */
    active_traders: z.number().int(),
    /** Closed trades on demo accounts. */
    simulated_trades: z.number().int(),
    /** Winners among them in percent, 2 decimals; null without a trade. */
    win_rate: z.number().nullable(),
    /** Mean of planned target over planned stop, 2 decimals, and how many trades had both. */
    risk_reward: z.number().nullable(),
    risk_reward_trades: z.number().int(),
  }),
]);
export type SiteFigures = z.output<typeof siteFigures>;

export const getSiteFigures = defineEndpoint({
  method: 'GET',
  path: '/api/site/figures',
  auth: 'none',
  summary: 'The figures of the home page: configured ones, or those computed from the record',
  reply: z.object({ success: z.literal(true), figures: siteFigures }),
  errors: [],
});
