import type { Instant } from '@quorate/values/instant';
import type { Action, OrderKey } from '../account/order.ts';
import type { Timeframe } from '../market/candle.ts';
import type { SnapshotIndicators } from '../market/market-reader.ts';
import type { Snapshot } from '../market/snapshot.ts';

/** What a decision source is asked. */
export type DecisionRequest = Readonly<{
  /** Made when it is looked at first. */
  snapshot: Snapshot;
  /** Trades the account has opened on the trading day of the snapshot. */
  tradesOpenedToday: number;
  /** The figures of the snapshot without the document, for whoever needs no more; absent where nobody has them. */
  reading?: BarReading;
}>;

/** What was read at one bar, rounded as its snapshot has it. */
export type BarReading = Readonly<{
  symbol: string;
  timeframe: Timeframe;
  /** Close of the bar. */
  asOf: Instant;
  atrPoints: number;
  spreadPoints: number;
  indicators: Readonly<SnapshotIndicators>;
}>;

/**
 * Its answer: a decision, a limit of the plan, or that it cannot answer now. Distances are in ATR and null
 * on HOLD; `orderKey` is made of the decision's hash (`orderKeyFromHash`).
 */
export type DecisionOutcome =
  | Readonly<{
      kind: 'decision';
      decisionId: string;
      orderKey: OrderKey;
      action: Action;
      pUp: number;
      stopLossAtr: number | null;
      takeProfitAtr: number | null;
      reason: string;
      /** Part of the usual risk, above 0; missing: all of it. */
      riskShare?: number;
    }>
  | (Readonly<{ kind: 'limit' }> & ServiceLimit)
  | Readonly<{ kind: 'unavailable'; code: string; message: string }>;

/** A limit of the plan that the service reports. `until` is when it ends; null when only an upgrade ends it. */
export type ServiceLimit = Readonly<{
  code:
    | 'token_limit_reached'
    | 'free_tokens_spent'
    | 'symbol_limit_reached'
    | 'daily_trade_limit_reached'
    | 'terminal_account_limit_reached'
    | 'paper_account_limit_reached';
  limit: number;
  actual: number;
  until: Instant | null;
  message: string;
}>;
