import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyAccountType, isoTime, symbolName, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';
import { accountInput } from './trade-sync.ts';
import { usage } from './usage.ts';

export const TIMEFRAMES = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1'] as const;
export const timeframe = z.enum(TIMEFRAMES);

/** How many closed bars a snapshot carries, oldest first. */
export const SNAPSHOT_BARS = 30;

/** How many closed bars of one account, symbol and timeframe the service keeps, the newest, and a call carries. */
export const RAW_BARS_MAX = 1_500;

const points = z.number().int().min(0).max(2_000_000_000);
const openSeconds = z.number().int().min(0).max(7_258_118_400);

/**
 * A closed bar as the terminal or file has it: [open time in seconds since 1970, open, high, low, close,
 * spread] of the bid in whole points. The spread is that of the close, below zero on a crossed quote.
 */
export const rawBar = z.tuple([
  openSeconds,
  points,
  points,
  points,
  points,
  z.number().int().min(-1_000_000_000).max(1_000_000_000),
]);
export type RawBar = z.output<typeof rawBar>;

/** When a decision was made, by the service's clock: on the market of now, or on candles of the past. */
export const clockClass = z.enum(['live', 'replayed']);

/** What other paying users' terminals say of the bars that something rests on. */
export const marketGrade = z.enum(['agreed', 'alone', 'contradicted']);

const figure = z.number().min(-1e9).max(1e9);

/**
 * What the models see: a document of its own, the same bytes for the bot, the service and the record.
 * It holds closed bars only. Distances are in units of the ATR, so that a model reads the shape of
 * the market and can quote no price level.
 */
export const snapshot = z.object({
  v: z.literal(1),
  symbol: symbolName,
  timeframe,
  /** Close of the newest bar, UTC. */
  as_of: isoTime,
  digits: z.number().int().min(0).max(8),
  /** ATR(14) in points, two decimals: a market whose ATR rounds to 0 has no snapshot. */
  atr_points: z.number().min(0.01).max(1e9),
  /** Spread at as_of in points. */
  spread_points: z.number().min(0).max(1e6),
  /** [open, high, low, close] less the newest close, in ATR. */
  bars: z.array(z.tuple([figure, figure, figure, figure])).length(SNAPSHOT_BARS),
  indicators: z.object({
    /** Newest close less the average, in ATR. */
    close_less_ema20: figure,
    close_less_ema50: figure,
    ema20_less_ema50: figure,
    adx14: figure,
    plus_di14: figure,
    minus_di14: figure,
    rsi14: figure,
    /** Newest close in standard deviations from the mean of 20 closes. */
    zscore20: figure,
    /** Distance of the newest close above the highest and below the lowest of the 20 bars before it, in ATR. */
    above_high20: figure,
    below_low20: figure,
    /** ATR(14) over its own mean of 50 bars. */
    atr_ratio50: figure,
  }),
  session: z.enum(['asia', 'europe', 'america', 'overlap', 'rollover']),
});
export type SnapshotDocument = z.output<typeof snapshot>;

export const decisionAction = z.enum(['BUY', 'SELL', 'HOLD']);

/** How far an analysis goes; it follows the plan (`voters.ts` tells what each depth means). */
export const ANALYSIS_DEPTHS = ['basic', 'advanced', 'premium'] as const;
export const analysisDepth = z.enum(ANALYSIS_DEPTHS);
export type AnalysisDepth = z.output<typeof analysisDepth>;

/** What an analysis of one depth is. */
export const depthTerms = z.object({
  depth: analysisDepth,
  /** Voters that are asked. */
  voters: z.number().int(),
  /** 2: each model reads the others' votes and may change its own. */
  rounds: z.number().int().min(1).max(2),
});
export type DepthTerms = z.output<typeof depthTerms>;

/** Why a model that was asked has not voted. */
export const VOTE_FAULTS = [
  /** No answer within its time. */
  'timeout',
  /** The caller went away. */
  'cancelled',
  /** The provider takes no more questions now. */
  'rate_limited',
  /** Its address cannot be reached, or broke off. */
  'unreachable',
  /** The provider answered with a failure of its own. */
  'provider_error',
  /** The provider refuses the key, the model or the question. */
  'provider_refused',
  /** An answer that is no vote: cut off, too long, or out of form. */
  'malformed',
  /** It quotes what the snapshot does not say. */
  'ungrounded',
  /** It voted on another snapshot. */
  'stale',
  /** Not asked: it used up its time at an earlier question, or its provider has failed too often just now. */
  'resting',
] as const;
export const voteFault = z.enum(VOTE_FAULTS);
export type VoteFault = z.output<typeof voteFault>;

export const vote = z.object({
  /** Who voted: trend, mean-reversion, breakout, or a configured model's name. */
  analyst: z.string(),
  model: z.string(),
  action: decisionAction,
  /** The voter's probability that price rises by one ATR before it falls by one. */
  p_up: z.number(),
  sl_atr: z.number().nullable(),
  tp_atr: z.number().nullable(),
  reason: z.string(),
  evidence: z.array(z.object({ field: z.string(), value: z.union([z.number(), z.string()]) })),
  abstained: z.boolean(),
  /** Why a model did not vote; null for a vote, and for an abstention of its own will. */
  fault: voteFault.nullable(),
  /** Who was asked: openai-compatible, anthropic, google, or offline. */
  provider: z.string(),
  /** Models of one maker share a family, and its cap. */
  family: z.string(),
  /** 2 where the voter read the others' votes before this one. */
  round: z.number().int().min(1).max(2),
  /** What it said before it read the others; null after a single round. */
  first: z.object({ action: decisionAction, p_up: z.number() }).nullable(),
  /** Share in the pool, 0 to 1; null for an abstention and where no weights were kept. */
  share: z.number().nullable(),
  /** Chance of a rise that its vote stood for in the pool, by its record; null like `share`. */
  p_pooled: z.number().nullable(),
  /** Surely wrong by its record: its vote counted for the other direction. */
  turned: z.boolean().default(false),
  /** What was metered: read and written. */
  /** Of the text that a model was asked with; null on votes of before it was kept. */
  prompt_version: z.string().nullable().default(null),
  tokens: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** By the operator's prices; 0 where none are set. */
  cost_usd: z.number(),
  /** From the first question to the last word, retries included. */
  latency_ms: z.number().int(),
});
export type VoteReply = z.output<typeof vote>;

/** One rule of the verdict with its figures. */
export const ruleCheck = z.object({
  name: z.string(),
  value: z.number(),
  limit: z.number(),
  pass: z.boolean(),
});

/**
 * `proven`: a trade needs a lower bound of its expected result, by the record, of at least 0. `learning`: what the
 * voters state is enough, while there is no record; on accounts with real money until 300 outcomes are known.
 */
export const verdictMode = z.enum(['proven', 'learning']);
export type VerdictModeName = z.output<typeof verdictMode>;

export const verdictWish = z.object({
  mode: verdictMode.optional(),
  /** Whether one voter of proven skill may carry a trade. */
  one_proven: z.boolean().optional(),
  /** Least expected result after costs in R. */
  min_expected_r: z.number().min(0).max(5).optional(),
  /** How sure the record's lower bound has to be; 80 where it is missing, as for bots of before. */
  confidence_percent: z.number().int().min(60).max(95).optional(),
});

/** Under which limits a verdict was given: those of its owner. */
export const verdictLimits = z.object({
  min_voters: z.number().int(),
  /** Independent voices that must agree. */
  min_agreement: z.number(),
  one_proven: z.boolean(),
  min_expected_r: z.number(),
  confidence_percent: z.number(),
});
export type VerdictLimitsReply = z.output<typeof verdictLimits>;

/** What plain rules would have done with the same votes. */
export const ruleActions = z.object({
  /** More ask for it than for the other direction. */
  majority: decisionAction,
  /** All ask for it. */
  unanimous: decisionAction,
  /** The voter whose record shows the most. */
  best_voter: decisionAction,
  /** All count alike, by what they state, if it pays the costs. */
  equal_pool: decisionAction,
  hold: z.literal('HOLD'),
});

export const decision = z.object({
  decision_id: uuid,
  symbol: z.string(),
  timeframe,
  as_of: isoTime,
  decided_at: isoTime,
  snapshot_hash: z.string(),
  action: decisionAction,
  /** Pooled probability of a rise; 0.5 when nobody voted. */
  p_up: z.number(),
  /** Of version 1: what the pool's log-odds were multiplied by; 1 since. */
  pool_slope: z.number(),
  /** What the verdict rests on; null on decisions of version 1, which had other rules. */
  verdict_figures: z
    .object({
      /** Which rules it was decided by. */
      version: z.number().int(),
      mode: verdictMode,
      /** Where the pool pointed and how unanimously, -1 to 1. */
      strength: z.number(),
      /** How many independent voices those who agreed were worth. */
      effective_voters: z.number(),
      /** What the trade rested on; null without one. */
      agreement: z.enum(['several', 'one_proven']).nullable(),
      /** Expected result after costs in R, and its lower bound by the record. */
      expected_r: z.number().nullable(),
      expected_r_low: z.number().nullable(),
      /** Outcomes of the market that were known: the state of what was learned that it rests on. */
      outcomes_known: z.number().int(),
      /** Cost of a round trip in ATR. */
      cost_atr: z.number(),
      rule_actions: ruleActions,
      /** null on decisions of before it was kept. */
      limits: verdictLimits.nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Stop loss and take profit in ATR; null on HOLD. */
  sl_atr: z.number().nullable(),
  tp_atr: z.number().nullable(),
  /** One sentence: why this verdict. */
  reason: z.string(),
  agreeing: z.number().int(),
  quorum: z.number().int(),
  voters: z.number().int(),
  votes: z.array(vote),
  rules: z.array(ruleCheck),
  /** How far the analysis went. */
  depth: analysisDepth,
  tokens: z.number().int(),
  cost_usd: z.number(),
  /** From the question to the verdict; null on decisions of before it was kept. */
  latency_ms: z.number().int().nullable(),
  /** null, as the three below, on decisions of before it was kept. */
  clock_class: clockClass.nullable().default(null),
  /** `alone` where nobody else has the bars, and where the call carried none. */
  market_grade: marketGrade.nullable().default(null),
  /** Other users whose terminals have the same newest bars. */
  agreed_by: z.number().int().nullable().default(null),
  /** Bars of the call that open more than 20% from the close before. */
  marked_bars: z.number().int().nullable().default(null),
});
export type DecisionReply = z.output<typeof decision>;

/** What lists of decisions can be narrowed to. */
export const DECISION_FILTERS = ['all', 'traded', 'vetoed', 'held'] as const;

/** What became of a decision, in one line. */
export const shortOutcome = z.object({
  kind: z.enum(['traded', 'vetoed', 'held']),
  /** Net of the trade that was made; null without one. */
  profit: z.number().nullable(),
  currency: z.string().nullable(),
  /** Of the trade once it is closed, or of a veto what it would have been. */
  r: z.number().nullable(),
  /** True where `r` and `ending` are of a trade that was never made. */
  hypothetical: z.boolean(),
  ending: z.enum(['target', 'stop', 'expired', 'open', 'unfilled', 'closed']).nullable(),
  /** The rule that refused. */
  rule: z.string().nullable(),
});
export type ShortOutcome = z.output<typeof shortOutcome>;

/** `outcome` is null until the bot has told. */
export const listedDecision = decision.extend({
  outcome: shortOutcome.nullable(),
  account_type: anyAccountType,
});
export type ListedDecision = z.output<typeof listedDecision>;

/** Asking twice about the same bar and account gives the stored decision and costs nothing. */
export const analyse = defineEndpoint({
  method: 'POST',
  path: '/api/bot/analyse',
  auth: 'user_or_device',
  summary: 'Lets the analysts vote on a market snapshot and stores the decision with every vote',
  body: z.object({
    account: accountInput,
    snapshot,
    /** SHA-256 of the snapshot's canonical JSON, in hex. */
    snapshot_hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
    /** Opened on the account's trading day, as the bot counts: that of now, of a paper account that of as_of. */
    trades_opened_today: z.number().int().min(0).max(100_000),
    /** Under which rules to decide; missing: by the account, as bots of before decide. */
    verdict: verdictWish.optional(),
    /**
     * Closed bars, oldest first, the newest that of the snapshot: those after `bars_after`, or without it all
     * that the bot reads, the newest 1,500 at most. The service makes the snapshot from them and compares the
     * hash. Bots of before send none.
     */
    bars: z.array(rawBar).min(1).max(RAW_BARS_MAX).optional(),
    /** Opening second of the newest bar of the last call that was answered; the bars follow on it. */
    bars_after: openSeconds.optional(),
  }),
  reply: z.object({ success: z.literal(true), decision, usage }),
  errors: [
    'unauthorized',
    'validation_failed',
    'snapshot_hash_mismatch',
    'snapshot_not_current',
    'bars_missing',
    'decision_conflict',
    'account_mismatch',
    'token_limit_reached',
    'free_tokens_spent',
    'symbol_limit_reached',
    'terminal_account_limit_reached',
    'paper_account_limit_reached',
    'daily_trade_limit_reached',
    'rate_limited',
  ],
  // Models think for up to 45 s, in two rounds at the most.
  timeoutMs: 55_000,
  bodyLimit: 192 * 1024,
});

export const getDecision = defineEndpoint({
  method: 'GET',
  path: '/api/user/decisions/:decision_id',
  auth: 'user_or_device',
  summary: 'One decision with every vote and the snapshot it was made on',
  params: z.object({ decision_id: uuid }),
  reply: z.object({
    success: z.literal(true),
    decision,
    account_type: anyAccountType,
    snapshot,
  }),
  errors: ['unauthorized', 'not_found', 'validation_failed'],
});

export const listDecisions = defineEndpoint({
  method: 'GET',
  path: '/api/user/decisions',
  auth: 'user_or_device',
  summary: 'Decisions, newest first, each with what became of it in short',
  query: z.object({
    ...pageQuery,
    symbol: symbolName.optional(),
    outcome: z.enum(DECISION_FILTERS).default('all'),
    /** Left out: all but practice, which comes only to whoever has no other account, as with trades. */
    account_type: anyAccountType.optional(),
  }),
  reply: z.object({ success: z.literal(true), decisions: z.array(listedDecision), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});
