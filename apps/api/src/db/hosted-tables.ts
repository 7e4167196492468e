import type { HostedSettings, Pace, PriceSource } from '@quorate/contract/hosted-accounts';
import type { RuleSetJson } from '@quorate/contract/rule-sets';
import type { Deal } from '@quorate/trading/account/deal';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { LoopResume } from '@quorate/trading/loop/trading-loop-types';
import type { Timeframe } from '@quorate/trading/market/candle';
import type { SavedAccount } from '@quorate/trading/simulation/simulated-broker';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment, NullableMoment } from './column-types.ts';

/** A process that trades hosted accounts; one that is not seen any more loses them to others. */
export type HostedRunnersTable = {
  id: string;
  host: string;
  started_at: Moment;
  seen_at: Moment;
  /** It takes no more accounts, and gives its own away. */
  draining: Generated<boolean>;
};

/** What a hosted account goes on with, as a runner wrote it. */
export type HostedState = Readonly<{
  version: 1;
  account: SavedAccount;
  resume: LoopResume;
  /** The rules that its floors were counted by. */
  rule_set: RuleSetJson;
  /** Reports of its floors so far. */
  floors_seq: number;
  /** By the key of an order that is open or on its way, the decision that it came from. */
  decision_of: readonly (readonly [string, string])[];
  followed: readonly FollowedDecision[];
  /** What a command to close everything has closed while it isn't done; left out where that is nothing. */
  closing?: readonly Deal[];
}>;

/** What is heard of a decision until nothing more can become known. */
export type FollowedEvent = Extract<
  LoopEvent,
  { kind: 'decision' | 'order' | 'refusal' | 'deal' | 'trade-closed' }
>;

/** A decision that is followed; the first event is the decision itself. */
export type FollowedDecision = Readonly<{
  symbol: string;
  timeframe: Timeframe;
  events: FollowedEvent[];
}>;

/** An account that the service trades. Money in minor units of its currency. */
export type HostedAccountsTable = {
  user_id: string;
  /** Made by whoever began it. */
  id: string;
  /** Of its trades and decisions; another one after each reset. */
  account_id: string;
  source: PriceSource;
  pace: Pace;
  settings: Json<HostedSettings>;
  /** Counts the changes of settings, from 1. */
  revision: Generated<number>;
  currency: string;
  start_balance: number;
  /** When its market began, by the market's own clock. */
  began_at: Moment;
  resets: Generated<number>;
  /** Of the newest reset, made by the caller. */
  reset_id: string | null;
  paused_by: 'owner' | 'idle' | null;
  waits_for: 'practice_hours' | 'plan' | 'file_end' | null;
  /** When its owner last looked at it. */
  visited_at: Moment;
  created_at: Moment;
  /** What it goes on with; null before its first bar. */
  state: ColumnType<HostedState | null, string | null, string | null>;
  /** Close of the newest bar that is in `state`. */
  bar_at: NullableMoment;
  /** When its next bar closes, by the service's clock. */
  due_at: NullableMoment;
  balance: number | null;
  equity: number | null;
  open_positions: Generated<number>;
  closed_trades: Generated<number>;
  /** Whose turn it is; null: nobody's yet. */
  runner_id: string | null;
  /** Grows each time a runner takes it: whoever was there before writes nothing any more. */
  epoch: Generated<number>;
};

/** How long the accounts of a user ran in fast time on a UTC day. */
export type HostedUseTable = {
  user_id: string;
  day: ColumnType<string, string, never>;
  fast_seconds: number;
};
