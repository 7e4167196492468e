import type { Instant } from '@quorate/values/instant';
import type { Action, OrderKey } from './order.ts';
import type { Snapshot } from './snapshot.ts';

export type DecisionRequest = Readonly<{
  snapshot: Snapshot;
  /** Trades the account has opened on the trading day of the snapshot. */
  tradesOpenedToday: number;
}>;

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
    }>
  | (Readonly<{ kind: 'limit' }> & ServiceLimit)
  | Readonly<{ kind: 'unavailable'; code: string; message: string }>;

/** A limit of the plan that the service reports. `until` is when it ends; null when only an upgrade ends it. */
export type ServiceLimit = Readonly<{
  code: 'token_limit_reached' | 'symbol_limit_reached' | 'daily_trade_limit_reached';
  limit: number;
  actual: number;
  until: Instant | null;
  message: string;
}>;
