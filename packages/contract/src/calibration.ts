import { z } from 'zod';
import { timeframe } from './decisions.ts';
import { defineEndpoint } from './endpoint.ts';
import { symbolName } from './fields.ts';

/** Outcomes from which on a record proves anything. */
export const PROVEN_FROM = 300;

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
  /** Whether its record is long enough to prove anything. */
  proven: z.boolean(),
  /**
   * Its mean share in the user's newest 200 decisions, 0 in those on which it did not vote; null where it voted on none
   * of them, and in the records of all users together.
   */
  share: z.number().nullable(),
});
export type VoterRecord = z.output<typeof voterRecord>;

const reply = z.object({
  success: z.literal(true),
  records: z.array(voterRecord),
  /** Symbols that have any outcome. */
  symbols: z.array(z.string()),
  proven_from: z.number().int(),
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

const count = z.number().int().min(0);
const sum = z.number().int();

/** What outcomes have taught about the voters of one market: counts only. Two records add up. */
export const learnedRecord = z.object({
  outcomes: count,
  voters: z.array(z.object({ key: z.string(), votes: count, right: count })),
  pairs: z.array(z.object({ together: count, alike: count })),
  pool: z.object({
    outcomes: count,
    scores: sum,
    squares: count,
    closed: z.object({ squares: count, products: sum, counts: count }),
    open: z.array(z.object({ block: sum, score: sum, count })),
  }),
  costs: count,
  rules: z.partialRecord(
    z.enum(['verdict', 'majority', 'unanimous', 'best_voter', 'equal_pool']),
    z.object({ taken: count, right: count }),
  ),
});

/** Records by market ("EURUSD H1"): what a replay begins with (`replay --prior FILE`). */
export const priorRecords = z.record(z.string(), learnedRecord);
export type PriorRecords = z.output<typeof priorRecords>;

export const getPrior = defineEndpoint({
  method: 'GET',
  path: '/api/bot/prior',
  auth: 'user_or_device',
  summary:
    'What is known of the voters of one market, by all accounts and by the user, as a replay reads it',
  query: z.object({ symbol: symbolName, timeframe }),
  reply: z.object({
    success: z.literal(true),
    /** The market's record as the user's next decision would have it; empty where no outcome is known. */
    prior: priorRecords,
    /** Outcomes that all accounts together have seen, and those of the user beside them. */
    shared_outcomes: z.number().int(),
    own_outcomes: z.number().int(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});

/** What a market's record says: nothing yet, that no vote of the panel pays its costs, or that some does. */
export const PANEL_STATES = ['measuring', 'no_edge', 'edge'] as const;

export const panelVoter = z.object({
  analyst: z.string(),
  model: z.string(),
  /** Outcomes on which it had asked for a direction, and how many of these came as it asked. */
  votes: z.number().int(),
  right: z.number().int(),
  /** right / votes with its 95 % interval; null without any. */
  accuracy: intervalFigure.nullable(),
  /** How much oftener right than wrong, in the direction in which it is used; its lower 80 % bound. */
  edge: z.number(),
  edge_low: z.number(),
  /** Share in the pool when everybody votes. */
  share: z.number(),
  /** Its mean share in the user's decisions of the last 30 days, and of the 30 before; null without any. */
  share_last_30_days: z.number().nullable(),
  share_before: z.number().nullable(),
  turned: z.boolean(),
  proven: z.boolean(),
});
export type PanelVoter = z.output<typeof panelVoter>;

/** How a rule has done on the same decisions, with a stop and a target of one ATR. */
export const panelRule = z.object({
  rule: z.enum(['verdict', 'majority', 'unanimous', 'best_voter', 'equal_pool', 'hold']),
  /** Decisions on which it asked for a trade, and how many came as it asked. */
  taken: z.number().int(),
  right: z.number().int(),
  /** Mean result of a trade in R after costs; null without any. */
  mean_r: z.number().nullable(),
});

export const getPanelRecord = defineEndpoint({
  method: 'GET',
  path: '/api/user/panel-record',
  auth: 'user_or_device',
  summary:
    'What is known of the voters of one market, what the plain rules would have done, and whether there is an edge',
  query: z.object({
    /** Missing: the market that was decided on last. */
    symbol: symbolName.optional(),
    timeframe: timeframe.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Markets of which any outcome is known, in order. */
    markets: z.array(z.object({ symbol: z.string(), timeframe, outcomes: z.number().int() })),
    /** Null while no decision was made. */
    record: z
      .object({
        symbol: z.string(),
        timeframe,
        state: z.enum(PANEL_STATES),
        /** Outcomes that count; of these, so many are of all accounts together. */
        outcomes: z.number().int(),
        shared_outcomes: z.number().int(),
        proven_from: z.number().int(),
        /** How many independent voices the whole panel is worth. */
        effective_voters: z.number(),
        /** Mean cost of a round trip in ATR; null while it is not known. */
        cost_atr: z.number().nullable(),
        /** Edge of a unanimous panel in R before costs, and its lower 80 % bound; null without outcomes of the pool. */
        pool: z.object({ edge: z.number(), edge_low: z.number() }).nullable(),
        voters: z.array(panelVoter),
        rules: z.array(panelRule),
      })
      .nullable(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type PanelRecord = z.output<typeof getPanelRecord.reply>;
