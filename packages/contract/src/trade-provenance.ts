import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';
import { tradeProvenance } from './trades.ts';

/**
 * How many of the closed trades that a filter selects come from where. Without a currency those of all currencies are
 * counted.
 */
export const getTradeProvenance = defineEndpoint({
  method: 'GET',
  path: '/api/user/trade-provenance',
  auth: 'user_or_device',
  summary: 'Which closed trades a figure counts, by where their prices come from',
  query: z.object(tradeFilterFields).superRefine(checkCustomPeriod),
  reply: z.object({
    success: z.literal(true),
    total_trades: z.number().int(),
    /** In the order of the list of provenances; those that no trade has are left out. */
    provenances: z.array(z.object({ provenance: tradeProvenance, trades: z.number().int() })),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
