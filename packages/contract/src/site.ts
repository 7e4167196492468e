import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { boardResult } from './models-board.ts';

/**
 * The figures of the home page's strip. `beta`: the configured figures of the beta stage stand. `ledger`:
 * the operator shows those of the newest board of models, which is on record; every rate comes with the
 * number of trades behind it.
 */
export const siteFigures = z.discriminatedUnion('source', [
  z.object({ source: z.literal('beta') }),
  z.object({
    source: z.literal('ledger'),
    computed_at: isoTime,
    /** People with such a trade that was synced in the last 30 days. */
    active_traders: z.number().int(),
    /** Closed trades on demo accounts whose decision others agree with. */
    simulated_trades: z.number().int(),
    /** Winners among them in percent, 2 decimals; null below 5 people. */
    win_rate: z.number().nullable(),
    /** Mean of planned target over planned stop, 2 decimals, and how many trades had both. */
    risk_reward: z.number().nullable(),
    risk_reward_trades: z.number().int(),
    /** The same trades as on the board of models, each provenance by itself; the first is the headline. */
    results: z.array(boardResult).optional(),
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
