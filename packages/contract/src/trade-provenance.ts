import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';
import { tradeProvenance } from './trades.ts';

/**
 * How many of the closed trades that a filter selects come from where. Without an account
 * or a currency those of all of them are
 * counted.
 */
export const getTradeProvenance = defineEndpoint({
  method: 'GET',
  path: '/api/user/trade-provenance',
  auth: 'user_or_device',
  summary: 'Which closed trades a figure counts, by where their prices come from',
  query: z
    .object({ ...tradeFilterFields, account_id: uuid.optional() })
    .superRefine(checkCustomPeriod),
  reply: z.object({
    success: z.literal(true),
    total_trades: z.number().int(),
    /** In the order of the list of provenances; those that no trade has are left out. */
    provenances: z.array(z.object({ provenance: tradeProvenance, trades: z.number().int() })),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
