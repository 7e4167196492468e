import type { OutcomeReply, ShadowReply } from '@quorate/contract/decision-outcomes';
import type { DecisionReply, VoteReply } from '@quorate/contract/decisions';
import type { Trade } from '@quorate/contract/trades';

/** A decision of a real run, as far as its card tells of it. */
type Decided = Readonly<
  Pick<
    DecisionReply,
    'symbol' | 'timeframe' | 'as_of' | 'snapshot_hash' | 'action' | 'p_up' | 'agreeing' | 'voters'
  > & {
    votes: readonly Pick<VoteReply, 'analyst' | 'action' | 'p_up' | 'reason' | 'abstained'>[];
  }
>;

/** One that became a trade. */
export type TakenDecision = Decided &
  Readonly<{
    /** What the risk desk looked at: its figures and its limits. Money is in the account's currency. */
    desk: Readonly<Record<'risk_reward' | 'at_risk', Readonly<{ value: number; limit: number }>>>;
    trade: Readonly<
      Pick<Trade, 'volume' | 'profit' | 'currency'> & {
        /** Bars from the decision to the end. */
        bars: number;
      }
    >;
  }>;

/** One that the analysts agreed on, and the risk desk refused. */
export type RefusedDecision = Decided &
  Readonly<{
    refusal: Readonly<
      Pick<NonNullable<OutcomeReply['refusal']>, 'rule' | 'sentence'> & {
        /** In pips. */
        actual: number;
        limit: number;
      }
    >;
    /** What it would have come to. */
    shadow: Readonly<Pick<ShadowReply, 'exit_reason'> & { r: number }>;
  }>;

/** Two decisions of one run of the paper bot, and the run that they were taken from. */
export type Recording = Readonly<{
  taken: TakenDecision;
  refused: RefusedDecision;
  run: Readonly<{ decisions: number; trades: number; at_target: number; at_stop: number }>;
  /** What the run's market was made from; the same figures make the same bars. */
  market: Readonly<{ symbol: string; timeframe: string; bars: number; seed: number; end: string }>;
}>;
