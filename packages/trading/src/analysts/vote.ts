import type { Action } from '../account/order.ts';
import type { PoolShare } from '../ensemble/trust.ts';

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

/** What the votes come to. */
export type Verdict = Readonly<{
  action: Action;
  /** Pooled probability of a rise; 0.5 when nobody voted. */
  pUp: number;
  /** null on HOLD. */
  stopLossAtr: number | null;
  takeProfitAtr: number | null;
  /** One sentence: why this verdict. */
  reason: string;
  /** Voters for the direction that has most of them. */
  agreeing: number;
  /** How many must agree. */
  quorum: number;
  /** Votes that were not abstentions. */
  voters: number;
  rules: readonly RuleCheck[];
  /** Of every voter, in the order of the votes. */
  shares: readonly PoolShare[];
}>;
