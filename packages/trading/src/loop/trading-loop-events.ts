import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import type { Deal } from '../account/deal.ts';
import type { MarketOrder, Side } from '../account/order.ts';
import type { Trade } from '../account/trade.ts';
import type { Quote } from '../account/valuation.ts';
import type { DecisionOutcome } from '../analysts/decision.ts';
import type { Leans } from '../analysts/gate.ts';
import type { RuleCheck } from '../analysts/vote.ts';
import type { Excursion } from '../exits/excursion.ts';
import type { FloorsState } from '../governor/rule-set.ts';
import type { Timeframe } from '../market/candle.ts';
import type { DeskInputs } from '../risk/desk-inputs.ts';
import type { LimitsState } from '../risk/limits-state.ts';
import type { Refusal } from '../risk/refusal.ts';
import type { FirstTouch } from '../simulation/first-touch.ts';

/** Why no decision is asked for, and until when. */
export type LimitNotice = Readonly<{
  code:
    | 'token_limit_reached'
    | 'free_tokens_spent'
    | 'symbol_limit_reached'
    | 'daily_trade_limit_reached'
    | 'terminal_account_limit_reached'
    | 'paper_account_limit_reached'
    | 'daily_trades'
    | 'daily_loss'
    | 'weekly_loss'
    | 'weekly_profit'
    | 'drawdown'
    | 'losing_streak';
  limit: number;
  actual: number;
  /** On the bars' clock; null when nothing but a new run or an upgrade ends it. */
  until: Instant | null;
  message: string;
}>;

/** What the desk was asked for, in whole points, and the quote at which it was asked. */
export type AskedTrade = Readonly<{
  side: Side;
  quote: Quote;
  stopLoss: number | null;
  takeProfit: number | null;
}>;

/** What price did first after a decision, as soon as it is known. */
export type TouchEvent = Readonly<{
  kind: 'touch';
  symbol: string;
  asOf: Instant;
  decisionId: string;
  touch: FirstTouch;
}>;

/** What was done with a position that was open, by the governor or by a rule of its exit. */
export type ManagedEvent = Readonly<{
  kind: 'managed';
  symbol: string;
  asOf: Instant;
  ticket: PositionTicket;
  /**
   * `refused`: the broker said no; it is tried again while the reason lasts. `skipped`: an exit could not be
   * carried out at this bar, told once for each position and exit.
   */
  act: 'closed' | 'part_closed' | 'stop_moved' | 'refused' | 'skipped';
  /** Code of the rule that wanted it. */
  why: string;
  /** One plain sentence with the figures. */
  message: string;
}>;

/** A trade after a deal that closed it or a part of it. */
type TradeTold = Readonly<{
  symbol: string;
  asOf: Instant;
  trade: Trade;
  /** How far it has been ahead and behind; absent where that is not known. */
  excursion?: Excursion;
}>;

/** What the governor saw and did; minor units of the account's currency, null where a figure is not known. */
export type GovernedEvent = Readonly<{
  kind: 'governed';
  symbol: string;
  asOf: Instant;
  /** `warned`: before positions are made to fit. `began_again`: a replay goes on with a new account. */
  act: 'warned' | 'locked' | 'began_again';
  equityMinor: number;
  floorMinor: number;
  openRiskMinor: number;
  headroomMinor: number;
  /** When the floor turns, or the lock ends; null where only the owner ends it. */
  until: Instant | null;
  message: string;
}>;

/** A closed bar about which nothing was asked, and why; told only where the settings ask for it. */
export type QuietEvent = Readonly<{
  kind: 'quiet';
  symbol: string;
  asOf: Instant;
  /** null while there are too few bars to read. */
  leans: Leans | null;
  /** What kept the bot from asking though enough analysts lean one way; null where they do not. */
  heldBy: Readonly<{ code: string; message: string }> | null;
}>;

/** Everything a run tells, in order. `asOf` is the close of the bar at which it happened. */
export type LoopEvent =
  | TouchEvent
  | ManagedEvent
  | GovernedEvent
  | QuietEvent
  /** What the floors remember has changed; the newest is what a restart goes on with. */
  | Readonly<{ kind: 'floors'; symbol: string; asOf: Instant; floors: FloorsState }>
  | Readonly<{
      kind: 'bar';
      symbol: string;
      timeframe: Timeframe;
      index: number;
      asOf: Instant;
      balance: Money;
      equity: Money;
    }>
  | Readonly<{
      kind: 'decision';
      symbol: string;
      timeframe: Timeframe;
      asOf: Instant;
      /** ATR of the snapshot that it was made on. */
      atrPoints: number;
      decision: Extract<DecisionOutcome, { kind: 'decision' }>;
      /** What the desk would have looked at when the question was put, where the run reports it. */
      desk?: DeskInputs;
    }>
  /** The desk or the broker said no. */
  | Readonly<{
      kind: 'refusal';
      symbol: string;
      asOf: Instant;
      decisionId: string | null;
      refusal: Refusal;
      checks: readonly RuleCheck[];
      /** null where the broker refuses later what the desk had allowed. */
      asked: AskedTrade | null;
      /** What the desk looked at, where it was asked and the run reports it. */
      desk?: DeskInputs;
    }>
  /** Recorded before the order leaves. */
  | Readonly<{
      kind: 'order';
      symbol: string;
      asOf: Instant;
      order: MarketOrder;
      checks: readonly RuleCheck[];
      asked: AskedTrade;
      desk?: DeskInputs;
    }>
  | Readonly<{ kind: 'deal'; symbol: string; asOf: Instant; deal: Deal }>
  /** Money was paid in or out; `limits` are those that count it as neither gain nor loss. */
  | Readonly<{
      kind: 'cash-flow';
      symbol: string;
      asOf: Instant;
      ticket: string;
      amount: Money;
      limits: LimitsState;
    }>
  | Readonly<{ kind: 'trade-opened'; symbol: string; asOf: Instant; trade: Trade }>
  /** A partial close: the trade stays open with other figures. */
  | (TradeTold & Readonly<{ kind: 'trade-changed' }>)
  | (TradeTold & Readonly<{ kind: 'trade-closed' }>)
  /** What the limits remember has changed; the newest is what a restart goes on with. */
  | Readonly<{ kind: 'limits'; symbol: string; asOf: Instant; limits: LimitsState }>
  | Readonly<{ kind: 'limit'; symbol: string; asOf: Instant; notice: LimitNotice }>
  | Readonly<{ kind: 'unavailable'; symbol: string; asOf: Instant; code: string; message: string }>;
