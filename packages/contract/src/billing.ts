import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { PLAN_NAMES } from './plans.ts';

export const planName = z.enum(PLAN_NAMES);

/** One plan of the public list. Every limit is -1 when there is none. */
export const publicPlan = z.object({
  id: z.number().int(),
  name: planName,
  /** US dollars. */
  monthly_cost: z.number(),
  /** Tokens per billing cycle. */
  token_limit: z.number().int(),
  rate_limit_per_minute: z.number().int(),
  features: z.object({
    ai_analysis: z.enum(['basic', 'advanced', 'premium']),
    symbols: z.number().int(),
    support: z.enum(['community', 'email', 'priority', 'dedicated']),
    daily_trades: z.number().int(),
    terminal_accounts: z.number().int(),
  }),
});
export type PublicPlan = z.output<typeof publicPlan>;

export const listPlans = defineEndpoint({
  method: 'GET',
  path: '/api/saas/plans',
  auth: 'none',
  summary: 'The plans that can be bought, cheapest first',
  reply: z.object({ success: z.literal(true), plans: z.array(publicPlan).readonly() }),
  errors: [],
});
