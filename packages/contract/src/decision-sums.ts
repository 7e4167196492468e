import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';

/** Rules that are listed, those that decided most first. */
export const RULES_LISTED_MAX = 60;

/** Refused trades of which it is known what they would have done. They are no trades, and no statistic counts them. */
const shadows = {
  /** Of how many it is known; the others are still open or were never filled. */
  ended: z.number().int(),
  won: z.number().int(),
  /** Sum of their results in R, after costs. */
  r: z.number(),
};

export const ruleSums = z.object({
  /** `verdict`: the analysts' votes were no trade. `desk`: the risk desk refused a trade. */
  stage: z.enum(['verdict', 'desk']),
  /** As decisions and outcomes name it; empty where none was named. */
  rule: z.string(),
  decisions: z.number().int(),
  ...shadows,
});
export type RuleSums = z.output<typeof ruleSums>;

export const getDecisionSums = defineEndpoint({
  method: 'GET',
  path: '/api/user/decision-sums',
  auth: 'user_or_device',
  summary:
    'What became of decisions, which rules held or refused them, and what refused trades would have done',
  /** Days are UTC days of the market: those that lie for their greater part in the period. */
  query: z.object(tradeFilterFields).omit({ currency: true }).superRefine(checkCustomPeriod),
  reply: z.object({
    success: z.literal(true),
    decisions: z.number().int(),
    /** Sent to the broker. */
    traded: z.number().int(),
    held: z.number().int(),
    refused: z.object({ decisions: z.number().int(), ...shadows }),
    /** A trade was asked for, and its bot has not reported yet. */
    waiting: z.number().int(),
    rules: z.array(ruleSums),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type DecisionSums = z.output<typeof getDecisionSums.reply>;
