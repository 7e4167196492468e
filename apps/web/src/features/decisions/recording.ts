import type { DecisionReply, SnapshotDocument, VoteReply } from '@quorate/contract/decisions';
import type { Trade } from '@quorate/contract/trades';

type Rules = DecisionReply['rules'];
/** A rule that was kept. Money is in the account's currency. */
type DeskFigure = Readonly<{ value: number; limit: number }>;
type Bars = SnapshotDocument['bars'];

/** A decision of a real run that became a trade, as far as the decision card tells of it. */
export type RecordedDecision = Readonly<
  Pick<
    DecisionReply,
    'symbol' | 'timeframe' | 'as_of' | 'snapshot_hash' | 'action' | 'p_up' | 'agreeing' | 'voters'
  > & {
    votes: readonly Pick<VoteReply, 'analyst' | 'action' | 'p_up' | 'reason' | 'abstained'>[];
    /** What the risk desk looked at: its figures and its limits. */
    desk: Readonly<Record<'risk_reward' | 'at_risk' | 'spread_pips' | 'daily_trades', DeskFigure>>;
    trade: Pick<Trade, 'volume' | 'digits' | 'price' | 'profit' | 'currency'> & {
      stop_loss: number;
      take_profit: number;
      close_price: number;
      closed_at: string;
      /** From the opening price to the closing price, in the trade's direction. */
      pips: number;
    };
  }
>;

/** What only the replay of a recorded decision shows. */
export type RecordedReplay = Readonly<{
  /** Of the snapshot: less the newest close, in ATR. */
  bars: Bars;
  /** Those that followed until the trade was closed, on the same scale. */
  later: Bars;
  /** The trade's prices on the same scale. */
  levels: Readonly<{ entry: number; stop_loss: number; take_profit: number }>;
  indicators: SnapshotDocument['indicators'];
  rules: Rules;
  /** One sentence: why this verdict. */
  reason: string;
  /** The whole run that the decision was taken from. */
  run: Readonly<{ decisions: number; trades: number; at_target: number; at_stop: number }>;
  /** What the run's market was made from; the same figures make the same bars. */
  market: Readonly<{ symbol: string; timeframe: string; bars: number; seed: number; end: string }>;
}>;
