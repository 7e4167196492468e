import { z } from 'zod';
import { planName } from './billing.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { sessionUser } from './session.ts';

/** What a decision takes of the offline analysts together, however many are asked: they read no tokens. */
export const OFFLINE_DECISION_TOKENS = 100;

/** Token figures of the current billing cycle. `token_limit` and `tokens_remaining` are -1 when unlimited. */
export const usage = z.object({
  token_limit: z.number().int(),
  tokens_used: z.number().int(),
  tokens_remaining: z.number().int(),
  /** When the current cycle began and when the count starts again from 0. */
  period_start: isoTime,
  period_end: isoTime,
});
export type Usage = z.output<typeof usage>;

export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/api/user/dashboard',
  auth: 'user_or_device',
  summary: 'The plan of the signed-in user and the tokens used in the current billing cycle',
  reply: z.object({
    success: z.literal(true),
    /** What the user may do by now, whatever it was at sign-in. Missing: as it was. */
    role: sessionUser.shape.role.optional(),
    locale: sessionUser.shape.locale,
    plan: z.object({
      name: planName,
      monthly_cost: z.number(),
      token_limit: z.number().int(),
      is_unlimited: z.boolean(),
      /** A sentence for the dashboard: what this plan grants. */
      description: z.string(),
    }),
    usage,
  }),
  errors: ['unauthorized'],
});

/** What the signed-in user may do now: the bot asks before it trades. -1 means no limit. */
export const getEntitlements = defineEndpoint({
  method: 'GET',
  path: '/api/bot/entitlements',
  auth: 'user_or_device',
  summary: 'The limits of the plan that the bot must keep, and the tokens left',
  reply: z.object({
    success: z.literal(true),
    plan_name: planName,
    symbols: z.number().int(),
    daily_trades: z.number().int(),
    rate_limit_per_minute: z.number().int(),
    terminal_accounts: z.number().int(),
    /** Missing from services of before they had a limit. */
    paper_accounts: z.number().int().optional(),
    usage,
  }),
  errors: ['unauthorized'],
});
