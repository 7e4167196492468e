import type { Action } from '../account/order.ts';
import type { AgreementKind } from '../ensemble/agreement.ts';
import type { VerdictMode } from '../ensemble/verdict-rules.ts';

/** A figure of the snapshot that a vote rests on: `indicators.adx14` = 27.5. */
export type Evidence = Readonly<{ field: string; value: number | string }>;

/** What one analyst says about one snapshot. No price level and no volume: those are for the risk desk. */
export type Vote = Readonly<{
  /** trend, mean-reversion, breakout, or a configured model's name. */
  analyst: string;
  /** 'offline' for the analysts of this package. */
  model: string;
  action: Action;
  /** Probability that price rises by one ATR before it falls by one, 0.01 to 0.99. */
  pUp: number;
  /** Distance in ATR, 0.5 to 4; null on HOLD. */
  stopLossAtr: number | null;
  takeProfitAtr: number | null;
  evidence: readonly Evidence[];
  /** At most 280 characters of plain English with the figures. */
  reason: string;
  /** An analyst that abstained counts neither for the quorum nor in the pool. */
  abstained: boolean;
}>;

/** What of a vote is counted; the rest is for people. */
export type Ballot = Pick<
  Vote,
  'analyst' | 'action' | 'pUp' | 'stopLossAtr' | 'takeProfitAtr' | 'abstained'
>;

/** One rule of a verdict or a risk check with its figures. */
export type RuleCheck = Readonly<{ name: string; value: number; limit: number; pass: boolean }>;

/** A voter's part in a verdict. */
export type PoolShare = Readonly<{
  analyst: string;
  /** 0 to 1 in millionths; all shares of a verdict make 1, but for rounding. */
  share: number;
  /** Surely wrong by its record: its vote counts for the other direction. */
  turned: boolean;
  /** Chance of a rise that its vote stands for: by its record, or as stated while learning. */
  pUp: number;
}>;

/** What the votes come to. */
export type Verdict = Readonly<{
  /** Which code gave it. */
  version: number;
  mode: VerdictMode;
  action: Action;
  /** Pooled probability of a rise; 0.5 when nobody voted. */
  pUp: number;
  /** null on HOLD. */
  stopLossAtr: number | null;
  takeProfitAtr: number | null;
  /** One sentence: why this verdict. */
  reason: string;
  /** Voters for the direction that the pool points to, as their votes are used. */
  agreeing: number;
  /** How many independent voices these are worth. */
  effectiveVoters: number;
  /** What a trade rests on; null on HOLD. */
  agreement: AgreementKind | null;
  /** Expected result after costs in R, and its lower bound by the record; null where nobody names a stop. */
  expectedR: number | null;
  expectedRLow: number | null;
  /** Where the pool points and how unanimously, -1 to 1: what its record is kept of. */
  strength: number;
  /** Outcomes in the record that it was given by. */
  outcomes: number;
  /** Voters there must be. */
  quorum: number;
  /** Votes that were not abstentions. */
  voters: number;
  rules: readonly RuleCheck[];
  /** Of every voter, in the order of the votes. */
  shares: readonly PoolShare[];
}>;
