import type { FirstTouch, OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { AnalysisDepth, VerdictLimitsReply, VoteFault } from '@quorate/contract/decisions';
import type { DeskInputsReport } from '@quorate/contract/desk-inputs';
import type { AgreementKind } from '@quorate/trading/ensemble/agreement';
import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import type { PlainActions } from '@quorate/trading/ensemble/plain-rules';
import type { VerdictMode } from '@quorate/trading/ensemble/verdict-rules';
import type { MarketGrade } from '@quorate/trading/market/agreement';
import type { ClockClass } from '@quorate/trading/market/plausible';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment, NullableMoment } from './column-types.ts';

export type DecisionsTable = {
  user_id: string;
  id: string;
  account_id: string;
  symbol: string;
  timeframe: string;
  as_of: Moment;
  snapshot_hash: string;
  /** Canonical JSON: the very bytes that were hashed. */
  snapshot: string;
  action: 'BUY' | 'SELL' | 'HOLD';
  p_up: number;
  pool_slope: Generated<number>;
  sl_atr: number | null;
  tp_atr: number | null;
  reason: string;
  agreeing: number;
  quorum: number;
  voters: number;
  rules: Json<{ name: string; value: number; limit: number; pass: boolean }[]>;
  depth: Generated<AnalysisDepth>;
  tokens: number;
  cost_micro_usd: Generated<number>;
  latency_ms: number | null;
  decided_at: Moment;
  verdict_version: Generated<number>;
  /** Null on decisions of version 1, as all that follows. */
  verdict_mode: ColumnType<VerdictMode | null, VerdictMode | null | undefined, never>;
  strength: ColumnType<number | null, number | null | undefined, never>;
  effective_voters: ColumnType<number | null, number | null | undefined, never>;
  agreement: ColumnType<AgreementKind | null, AgreementKind | null | undefined, never>;
  expected_r: ColumnType<number | null, number | null | undefined, never>;
  expected_r_low: ColumnType<number | null, number | null | undefined, never>;
  /** Outcomes that were known: which state of what was learned it rests on. */
  outcomes_known: ColumnType<number | null, number | null | undefined, never>;
  /** Cost of a round trip in ATR, as it was decided with. */
  cost_atr: ColumnType<number | null, number | null | undefined, never>;
  /** What the plain rules asked for. */
  rule_actions: ColumnType<PlainActions | null, string | null | undefined, never>;
  /** Under which limits; null on decisions of before it was kept. */
  verdict_limits: ColumnType<VerdictLimitsReply | null, string | null | undefined, never>;
  /** What became of it, as its bot has told; null until then. */
  outcome: ColumnType<
    'traded' | 'vetoed' | 'held' | null,
    'held' | null | undefined,
    'traded' | 'vetoed' | 'held'
  >;
  /** null, as the three below, on decisions of before it was kept. */
  clock_class: ColumnType<ClockClass | null, ClockClass | null | undefined>;
  market_grade: ColumnType<MarketGrade | null, MarketGrade | null | undefined>;
  agreed_by: ColumnType<number | null, number | null | undefined>;
  /** When what it was decided from was erased for its age; null: it is all there. */
  compacted_at: ColumnType<Date | null, null | undefined, Date | string>;
  /** Bars of its call that open more than 20% from the close before. */
  marked_bars: ColumnType<number | null, number | null | undefined>;
};

export type VotesTable = {
  user_id: string;
  decision_id: string;
  /** Order in which the votes are shown. */
  position: number;
  analyst: string;
  model: string;
  provider: Generated<string>;
  family: Generated<string>;
  action: 'BUY' | 'SELL' | 'HOLD';
  p_up: number;
  sl_atr: number | null;
  tp_atr: number | null;
  reason: string;
  evidence: Json<{ field: string; value: number | string }[]>;
  abstained: boolean;
  fault: VoteFault | null;
  round: Generated<number>;
  /** What it said before it read the others; both null after a single round. */
  first_action: 'BUY' | 'SELL' | 'HOLD' | null;
  first_p_up: number | null;
  /** Share in the pool and the chance as pooled; null for abstentions. */
  share: number | null;
  p_pooled: number | null;
  /** Surely wrong by its record: its vote counted for the other direction. */
  turned: Generated<boolean>;
  tokens: number;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost_micro_usd: Generated<number>;
  latency_ms: Generated<number>;
  /** Of the text that a model was asked with; null on votes of before it was kept. */
  prompt_version: ColumnType<string | null, string | null | undefined>;
};

/** jsonb that may be missing. */
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

/** What became of a decision, as its bot told it last. */
export type DecisionOutcomesTable = {
  user_id: string;
  decision_id: string;
  revision: number;
  verdict: OutcomeInput['verdict'];
  checks: Json<OutcomeInput['checks']>;
  asked: JsonOrNull<OutcomeInput['order']>;
  fill: JsonOrNull<OutcomeInput['fill']>;
  refusal: JsonOrNull<OutcomeInput['refusal']>;
  shadow: JsonOrNull<OutcomeInput['shadow']>;
  digits: number;
  /** Whole points; the times are seconds since 1970. */
  bars: Json<OutcomeInput['bars']>;
  first_touch: FirstTouch | null;
  /** What speaks for the first touch, and the close of its bar; null until it is known, and on those of before. */
  touch_grade: ColumnType<MarketGrade | null, MarketGrade | null | undefined>;
  touched_at: NullableMoment;
  /** The fill lies outside of its bar, as the account's own bars have it. */
  fill_outside: ColumnType<boolean | null, boolean | null | undefined>;
  desk_inputs: ColumnType<DeskInputsReport | null, string | null | undefined, string | null>;
  reported_at: Moment;
};

/** How often price rose and fell first after a voter had said a chance of so many hundredths. */
export type CalibrationCellsTable = {
  user_id: string;
  analyst: string;
  model: string;
  symbol: string;
  hundredth: number;
  ups: Generated<number>;
  downs: Generated<number>;
};

/** Decisions of an account on a UTC day of its market, by what became of them and the rule that held or refused them. */
export type DecisionCellsTable = {
  user_id: string;
  account_id: string;
  day: ColumnType<string, string, never>;
  /** `open`: a trade was asked for, and its bot has not told what became of it. */
  kind: 'held' | 'vetoed' | 'traded' | 'open';
  /** Empty where no rule decided. */
  rule: string;
  decisions: number;
  /** Refused ones of which it is known what the trade would have done: how many, how many would have won, and their R. */
  ended: number;
  won: number;
  r_milli: number;
};

/** What a user's outcomes have taught about the voters of one market. */
export type LearnedMarketsTable = {
  user_id: string;
  symbol: string;
  timeframe: string;
  record: Json<LearnedRecord>;
  updated_at: Moment;
  /** When the user was told by mail that the panel has shown no edge: once a market. */
  no_edge_told_at: NullableMoment;
};

/** The same over all accounts, of outcomes that several have seen alike. */
export type SharedMarketsTable = Omit<LearnedMarketsTable, 'user_id' | 'no_edge_told_at'>;

/** Which voters' votes on a moment are in the shared record. */
export type SharedMomentsTable = {
  symbol: string;
  timeframe: string;
  as_of: Moment;
  voters: Json<string[]>;
};

/** One account's closed bars of a symbol and timeframe: chunks, and the newest in a tail of their own. */
export type BarSeriesTable = {
  user_id: string;
  account_id: string;
  symbol: string;
  timeframe: string;
  digits: number;
  /** Opening second of the newest bar. */
  newest: number;
  /** Opening second of the tail's first bar; null while it is empty. */
  tail_from: number | null;
  /** Packed as `raw-bars.ts` of the trading core says. */
  tail: Uint8Array;
  used_at: Moment;
};

export type BarChunksTable = {
  user_id: string;
  account_id: string;
  symbol: string;
  timeframe: string;
  first_at: number;
  bars: Uint8Array;
};

/** A closed bar as one user's terminal had it while it was the newest; prices in points. */
export type MarketBarsTable = {
  symbol: string;
  timeframe: string;
  opened_at: Moment;
  user_id: string;
  /** Hash of the terminal account: two users of one account are one source. */
  terminal: string;
  digits: number;
  open: number;
  high: number;
  low: number;
  close: number;
  spread: number;
};
