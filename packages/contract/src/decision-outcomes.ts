import { z } from 'zod';
import { decision, marketGrade, rawBar, snapshot } from './decisions.ts';
import { deskInputs } from './desk-inputs.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  anyAccountType,
  isoTime,
  isStorable,
  priceNumber,
  tradeSide,
  uuid,
  volumeNumber,
} from './fields.ts';
import { positionTicket } from './trade-sync.ts';
import { trade } from './trades.ts';

/** Outcomes in one batch, at most. */
export const OUTCOME_BATCH_MAX = 100;
/** How often more may become known of one decision: each time stands in the ledger for good. */
const OUTCOME_REVISIONS_MAX = 100;
/** Bars from a decision to what price did first: the decision's own, and those it is watched for. */
export const TOUCH_BARS_MAX = 101;
/** Bars that are kept with one decision, at most. */
export const OUTCOME_BARS_MAX = 400;

const text = (max: number) =>
  z.string().max(max).refine(isStorable, 'holds a character that cannot be stored');
const name = text(64).min(1);
/** Figures, or text where a rule has no number: a symbol, a time, `not known`. */
const figure = z.union([z.number().min(-1e15).max(1e15), text(400)]);
const points = z.number().int().min(0).max(2_000_000_000);

/** One check of the risk desk, in the order in which it was done. */
export const deskCheck = z.object({
  rule: name,
  value: figure,
  /** null where no limit is set. */
  limit: figure.nullable(),
  /** points, percent, trades, positions, minor (of the account's currency), ratio, lots, seconds, or nothing. */
  unit: text(16),
  pass: z.boolean(),
});
export type DeskCheckReply = z.output<typeof deskCheck>;

export const askedOrder = z.object({
  side: tradeSide,
  /** null when the desk refused before it sized the order. */
  lots: volumeNumber.nullable(),
  /** The smallest change of volume at the broker; missing where nothing was sized, and from bots of before it was told. */
  volume_step: volumeNumber.optional(),
  stop_loss: priceNumber.nullable(),
  take_profit: priceNumber.nullable(),
  /** The quote that the desk decided on. */
  bid: priceNumber,
  ask: priceNumber,
  asked_at: isoTime,
});

export const orderFill = z.object({
  ticket: positionTicket,
  price: priceNumber,
  at: isoTime,
  /** Against the quote that the desk decided on; above zero costs the account. */
  slippage_points: z.number().int().min(-1_000_000_000).max(1_000_000_000),
});

export const orderRefusal = z.object({
  rule: name,
  limit: figure,
  actual: figure,
  /** One plain sentence with both figures. */
  sentence: text(500),
});

/**
 * What an order that was refused would have done by the rules of the simulated broker. It is no trade
 * and no statistic counts it.
 */
export const shadowOutcome = z.object({
  /** null until the bar on which it would be filled has closed, and when it would not be filled. */
  entry: priceNumber.nullable(),
  stop_loss: priceNumber.nullable(),
  take_profit: priceNumber.nullable(),
  exit: priceNumber.nullable(),
  /** `expired`: neither stop nor target within the bars it is watched for. `unfilled`: never opened. */
  exit_reason: z.enum(['target', 'stop', 'expired', 'open', 'unfilled']),
  exit_at: isoTime.nullable(),
  /** Net of spread and commission; null until it has ended. */
  r: z.number().min(-1e6).max(1e6).nullable(),
});
export type ShadowReply = z.output<typeof shadowOutcome>;

/** [open time in seconds since 1970, open, high, low, close] of the bid in whole points, oldest first. */
const packedBar = z.tuple([
  z.number().int().min(0).max(7_258_118_400),
  points,
  points,
  points,
  points,
]);

/**
 * What price did first after the snapshot, by one ATR of it from the newest close: what `p_up` of every
 * vote is held to. `neither`: not within the bars it was watched for, or both within one bar that opened
 * between them: nobody can tell which was first.
 */
export const firstTouch = z.enum(['up', 'down', 'neither']);
export type FirstTouch = z.output<typeof firstTouch>;

export const outcomeInput = z
  .object({
    decision_id: uuid,
    /** Counts what is known of this decision, from 1. A lower revision never overwrites a higher one. */
    revision: z.number().int().min(1).max(OUTCOME_REVISIONS_MAX),
    /** `held`: nothing was asked for. */
    verdict: z.enum(['ordered', 'vetoed', 'held']),
    checks: z.array(deskCheck).max(40),
    order: askedOrder.nullable(),
    fill: orderFill.nullable(),
    refusal: orderRefusal.nullable(),
    shadow: shadowOutcome.nullable(),
    /** Decimals of the bars' prices. */
    digits: z.number().int().min(0).max(8),
    bars: z.array(packedBar).max(OUTCOME_BARS_MAX),
    /** null until it is known. What was told once stands. */
    first_touch: firstTouch.nullable().default(null),
    /**
     * Closed bars from the decision's own to the one of the first touch: the service finds the touch in them
     * itself. None where it is not known, was told before, and from bots of before.
     */
    raw_bars: z.array(rawBar).max(TOUCH_BARS_MAX).default([]),
    /** What the desk looked at, so that it can be asked again; null from bots of before it was reported. */
    desk_inputs: deskInputs.nullable().default(null),
  })
  .superRefine((outcome, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (outcome.verdict === 'vetoed' && outcome.refusal === null)
      refuse('refusal', 'a veto needs its refusal');
    if (outcome.verdict !== 'vetoed' && outcome.refusal !== null)
      refuse('refusal', `what was ${outcome.verdict} has no refusal`);
    if (outcome.verdict !== 'vetoed' && outcome.shadow !== null)
      refuse('shadow', 'only a veto has a hypothetical outcome');
    if (outcome.verdict !== 'ordered' && outcome.fill !== null)
      refuse('fill', 'only an order has a fill');
    if (outcome.bars.some(([time], at) => at > 0 && time <= (outcome.bars[at - 1]?.[0] ?? 0)))
      refuse('bars', 'must be oldest first, each time once');
  });
export type OutcomeInput = z.output<typeof outcomeInput>;

const reportErrors = [
  'unauthorized',
  'validation_failed',
  'rate_limited',
  'body_too_large',
  'storage_full',
] as const;

export const reportOutcome = defineEndpoint({
  method: 'POST',
  path: '/api/bot/decisions/:decision_id/outcome',
  auth: 'user_or_device',
  summary: 'Stores what became of a decision; sending it again changes nothing',
  params: z.object({ decision_id: uuid }),
  body: outcomeInput,
  reply: z.object({ success: z.literal(true), stored: z.boolean() }),
  errors: [...reportErrors, 'not_found'],
});

export const reportOutcomes = defineEndpoint({
  method: 'POST',
  path: '/api/bot/decision-outcomes',
  auth: 'user_or_device',
  summary: 'Stores what became of a batch of decisions; sending it again changes nothing',
  body: z.object({ outcomes: z.array(outcomeInput).min(1).max(OUTCOME_BATCH_MAX) }),
  reply: z.object({
    success: z.literal(true),
    stored: z.number().int(),
    /** Already known, at this revision or a newer one. */
    unchanged: z.number().int(),
    /** Decisions that are not on record for this user; nothing is stored for them. */
    unknown: z.array(uuid),
  }),
  errors: [...reportErrors],
  bodyLimit: 4 * 1024 * 1024,
});

/** A stored outcome without its bars. */
export const storedOutcome = z.object({
  revision: z.number().int(),
  verdict: z.enum(['ordered', 'vetoed', 'held']),
  checks: z.array(deskCheck),
  order: askedOrder.nullable(),
  fill: orderFill.nullable(),
  refusal: orderRefusal.nullable(),
  shadow: shadowOutcome.nullable(),
  first_touch: firstTouch.nullable(),
  /** What other terminals say of the bars that the first touch was found in; null while it is not known. */
  touch_grade: marketGrade.nullable().default(null),
  /** Close of its bar; null where it was told without its bars. */
  touched_at: isoTime.nullable().default(null),
  reported_at: isoTime,
});
export type OutcomeReply = z.output<typeof storedOutcome>;

export const outcomeBar = z.object({
  time: isoTime,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});
export type OutcomeBar = z.output<typeof outcomeBar>;

/** The stored trade that a decision led to; R is net over the initial risk. */
export const decidedTrade = trade.extend({ r: z.number().nullable() });
export type DecidedTrade = z.output<typeof decidedTrade>;

/** Where another story is: a trade with its decision, a trade without one, or a decision without a trade. */
const storyRef = z.object({
  account_id: uuid,
  decision_id: uuid.nullable(),
  position_ticket: z.string().nullable(),
  symbol: z.string(),
  at: isoTime,
});
export type StoryRef = z.output<typeof storyRef>;

/** The stories of the same account before and after: of a trade the trades by closing, else the decisions. */
const neighbours = { previous: storyRef.nullable(), next: storyRef.nullable() };

export const explainDecision = defineEndpoint({
  method: 'GET',
  path: '/api/user/decisions/:decision_id/explanation',
  auth: 'user_or_device',
  summary: 'A decision from what the models saw to what became of it',
  params: z.object({ decision_id: uuid }),
  reply: z.object({
    success: z.literal(true),
    decision,
    snapshot,
    /** Share of each voter in the pool, in the order of the votes; an abstention has none. */
    weights: z.array(z.object({ analyst: z.string(), weight: z.number() })),
    account_type: anyAccountType,
    currency: z.string(),
    outcome: storedOutcome.nullable(),
    digits: z.number().int(),
    bars: z.array(outcomeBar),
    trade: decidedTrade.nullable(),
    /** When the voters' words were erased for their age; null: they are all there. */
    erased_at: isoTime.nullable(),
    ...neighbours,
  }),
  errors: ['unauthorized', 'not_found', 'validation_failed'],
});
export type Explanation = z.output<typeof explainDecision.reply>;

/** A trade that was not decided here, as one that was imported or opened by hand. */
export const getTradeStory = defineEndpoint({
  method: 'GET',
  path: '/api/user/trades/:account_id/:position_ticket',
  auth: 'user_or_device',
  summary: 'One trade, and the trades of its account before and after it',
  params: z.object({ account_id: uuid, position_ticket: positionTicket }),
  reply: z.object({ success: z.literal(true), trade: decidedTrade, ...neighbours }),
  errors: ['unauthorized', 'not_found', 'validation_failed'],
});
export type TradeStory = z.output<typeof getTradeStory.reply>;
