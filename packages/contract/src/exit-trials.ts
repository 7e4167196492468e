import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyAccountType, isoTime, tradeSide, uuid } from './fields.ts';

/** Past trades that are tried at once, at most: the newest. */
export const EXIT_TRIAL_TRADES_MAX = 300;
/** Of them, trades that are listed. */
export const EXIT_TRIAL_LISTED_MAX = 30;

/**
 * Exits to try, by their field in a profile; what is left out or null is off. An exit on an opposite verdict
 * cannot be tried: nobody knows what the verdicts would have been.
 */
export const triedExits = z.object({}).catchall(z.number().nullable());
export type TriedExits = z.output<typeof triedExits>;

/** Results in R, costs of the trade as it was included. */
const triedTrade = z.object({
  account_id: uuid,
  position_ticket: z.string(),
  decision_id: uuid,
  symbol: z.string(),
  trade_type: tradeSide,
  opened_at: isoTime,
  /** As it was. */
  r_was: z.number(),
  /** With nothing but its first stop and its target. */
  r_without: z.number(),
  /** With the exits that are tried. */
  r_with: z.number(),
  /** `stop`, `target`, or the name of the exit that would have closed it. */
  ended_by: z.string(),
  ended_at: isoTime,
});
export type TriedTrade = z.output<typeof triedTrade>;

export const tryExits = defineEndpoint({
  method: 'POST',
  path: '/api/user/exits/try',
  auth: 'user_or_device',
  summary: 'What other exits would have made of past trades; nothing is stored',
  body: z.object({
    exits: triedExits,
    /** One trade alone: the one that this decision led to. */
    decision_id: uuid.optional(),
    account_type: anyAccountType.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Closed trades of decisions that were looked at: the newest 300 at most. */
    trades: z.number().int(),
    /** Of them, those that can be judged. */
    judged: z.number().int(),
    /** Why the others cannot. */
    not_known: z.object({
      /** The bot did not report the order with its stop, or what it risked. */
      no_order: z.number().int(),
      /** The bars that are kept begin too late or end too early. */
      no_bars: z.number().int(),
    }),
    /** Sums over the trades that were judged; null where there is none. */
    r_was: z.number().nullable(),
    r_without: z.number().nullable(),
    r_with: z.number().nullable(),
    /** Of the judged trades, how many would have ended better and worse than without the exits. */
    better: z.number().int(),
    worse: z.number().int(),
    /** The newest 30 of those that were judged. */
    listed: z.array(triedTrade),
  }),
  errors: ['unauthorized', 'not_found', 'validation_failed', 'rate_limited'],
});
export type ExitTrial = z.output<typeof tryExits.reply>;
