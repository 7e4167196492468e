import { z } from 'zod';
import { deskCheck } from './decision-outcomes.ts';
import { analysisDepth, decision } from './decisions.ts';
import { defineEndpoint } from './endpoint.ts';
import { tradeSide, uuid } from './fields.ts';
import { usage } from './usage.ts';

/** Voters of one replay, at most. */
export const REPLAY_VOTERS_MAX = 12;

/**
 * Risk settings to try; what is left out stays as it was. Every setting of a profile may be named; `null` is no
 * limit. The first five are older names of settings.
 */
export const replayRisk = z
  .object({
    risk_percent: z.number().min(0.01).max(2).optional(),
    min_risk_reward: z.number().min(1).max(10).optional(),
    max_daily_trades: z.number().int().min(0).max(1_000).optional(),
    daily_loss_percent: z.number().min(0.1).max(100).optional(),
    weekly_loss_percent: z.number().min(0.1).max(100).optional(),
  })
  .catchall(z.number().nullable());
export type ReplayRisk = z.output<typeof replayRisk>;

export const replayVerdict = decision.pick({
  action: true,
  p_up: true,
  sl_atr: true,
  tp_atr: true,
  reason: true,
  agreeing: true,
  quorum: true,
  voters: true,
  votes: true,
  rules: true,
});
export type ReplayVerdict = z.output<typeof replayVerdict>;

/** What the risk desk would make of a verdict. */
export const replayDesk = z.object({
  /**
   * `allowed`, `refused` with its rule, `nothing` where no trade is asked for, `unknown` where the bot has
   * not told enough of the moment to say.
   */
  kind: z.enum(['allowed', 'refused', 'nothing', 'unknown']),
  side: tradeSide.nullable(),
  /** null also where more than one size fits what is known; the sentence then names the range. */
  lots: z.number().nullable(),
  /** The rule that refuses; null otherwise. */
  rule: z.string().nullable(),
  /** Of the rules whose figures are known; losses and margins of another size are computed from those of then. */
  checks: z.array(deskCheck),
  /** One plain sentence with the figures. */
  sentence: z.string(),
});
export type ReplayDesk = z.output<typeof replayDesk>;

/**
 * Decides a stored snapshot once more. Nothing is stored as a decision and no bot hears of it. Other voters
 * are asked now, and metered like any analysis; with `voters` left out the stored votes stand and it is free.
 */
export const replayDecision = defineEndpoint({
  method: 'POST',
  path: '/api/user/decisions/:decision_id/replay',
  auth: 'user',
  summary: 'What would have been decided with other voters or another risk profile',
  params: z.object({ decision_id: uuid }),
  body: z
    .object({
      /** Names from GET /api/user/voters that are asked at the plan's depth; left out: the stored votes. */
      voters: z.array(z.string().min(1).max(64)).min(1).max(REPLAY_VOTERS_MAX).optional(),
      /** How deep to look; only with `voters`, and not beyond the plan. */
      depth: analysisDepth.optional(),
      risk: replayRisk.default({}),
    })
    .refine(({ voters, depth }) => voters !== undefined || depth === undefined, {
      path: ['depth'],
      message: 'needs voters: stored votes stay as deep as they are',
    }),
  reply: z.object({
    success: z.literal(true),
    /** As it was. */
    before: z.object({ verdict: replayVerdict, desk: replayDesk }),
    after: z.object({ verdict: replayVerdict, desk: replayDesk }),
    /** What differs, one plain sentence each; empty where nothing would have changed. */
    changes: z.array(z.string()),
    tokens: z.number().int(),
    usage,
  }),
  errors: [
    'unauthorized',
    'not_found',
    'validation_failed',
    'token_limit_reached',
    'free_tokens_spent',
    'voter_unknown',
    'voter_not_in_plan',
    'depth_not_in_plan',
    'rate_limited',
  ],
  timeoutMs: 55_000,
});
export type DecisionReplay = z.output<typeof replayDecision.reply>;
