import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { symbolName } from './fields.ts';

/** Outcomes from which on a voter's probabilities are recalibrated by its own record. */
export const RECALIBRATED_FROM = 50;

/** A figure with its 95 % interval. */
export const intervalFigure = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type IntervalFigure = z.output<typeof intervalFigure>;

/** Votes whose chance lay in one tenth, and how often price did rise first. */
export const reliabilityPoint = z.object({
  /** Bounds of the tenth: 0.5 to 0.6. */
  from: z.number(),
  to: z.number(),
  outcomes: z.number().int(),
  /** Mean chance that was said. */
  said: z.number(),
  /** Share of rises that came, with its interval. */
  came: intervalFigure,
});
export type ReliabilityPoint = z.output<typeof reliabilityPoint>;

/** How one voter has done on one symbol, or on all of them. */
export const voterRecord = z.object({
  analyst: z.string(),
  model: z.string(),
  /** null: over all symbols. */
  symbol: z.string().nullable(),
  /** Votes whose outcome is known; abstentions and `neither` are not among them. */
  outcomes: z.number().int(),
  /** Share of outcomes on the side it leaned to, of those where it leaned; null without any. */
  accuracy: intervalFigure.nullable(),
  /** Mean squared distance of its chances from what came; 0.25 is a coin; null without any outcome. */
  brier: intervalFigure.nullable(),
  curve: z.array(reliabilityPoint),
  /** Whether its probabilities are recalibrated before they are pooled. */
  recalibrated: z.boolean(),
  /**
   * Share it has in the pool now when everybody votes whom the user's plan asks; null for whoever is not
   * asked, and in the records of all users together, which weigh nothing.
   */
  share: z.number().nullable(),
});
export type VoterRecord = z.output<typeof voterRecord>;

const reply = z.object({
  success: z.literal(true),
  records: z.array(voterRecord),
  /** Symbols that have any outcome. */
  symbols: z.array(z.string()),
  recalibrated_from: z.number().int(),
});

const query = z.object({
  /** Rows of this symbol instead of those over all symbols. */
  symbol: symbolName.optional(),
});

export const getCalibration = defineEndpoint({
  method: 'GET',
  path: '/api/user/calibration',
  auth: 'user_or_device',
  summary:
    'How each voter has done on the decisions of the user, and what that makes of its weight',
  query,
  reply,
  errors: ['unauthorized', 'validation_failed'],
});
export type Calibration = z.output<typeof getCalibration.reply>;

export const getServiceCalibration = defineEndpoint({
  method: 'GET',
  path: '/api/admin/calibration',
  auth: 'admin',
  summary: 'How each voter has done on the decisions of all users together; for operators',
  query,
  reply: reply.extend({ users: z.number().int() }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});
