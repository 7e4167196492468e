import type { Instant } from '@quorate/values/instant';
import type { Deal } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import type { OrderKey } from '../account/order.ts';
import type { AccountState } from '../account/position.ts';
import type { Trade } from '../account/trade.ts';
import type { ExitSettings } from '../exits/exits.ts';
import type { OrderRisk } from '../governor/headroom.ts';
import type { FloorsState } from '../governor/rule-set.ts';
import type { Timeframe } from '../market/candle.ts';
import type { StoredLimits } from '../risk/limits-state.ts';
import type { OpenRisk } from '../risk/open-risk.ts';
import type { RiskSettings } from '../risk/rules.ts';
import type { GovernorSettings } from './governing.ts';
import type { Broker, Clock, DecisionSource, Journal, MarketData, Owner } from './ports.ts';
import type { LimitNotice } from './trading-loop-events.ts';

/** What the loop talks to. */
export type LoopPorts = Readonly<{
  market: MarketData;
  decisions: DecisionSource;
  broker: Broker;
  journal: Journal;
  /** Absent where nobody stops a run: in a replay. */
  owner?: Owner;
  /** Absent in a replay, where an order leaves at the close of its bar. */
  clock?: Clock;
  /** Handed what tells at any time between two moments what a later run of the account begins with. */
  began?(resume: () => LoopResume): void;
}>;

/** What an earlier run of the same account left behind. */
export type LoopResume = Readonly<{
  limits: StoredLimits;
  /** What a period that begins before the next bar counts from; absent: what the account has now. */
  equityMinor?: number;
  /** Deals that were taken in already, oldest first: what is open comes of them. */
  deals: readonly Deal[];
  /** What the floors remembered; absent where nobody governed. */
  floors?: FloorsState;
  /** What a turn of the floors counts from, as `equityMinor` is for the limits. */
  governed?: Readonly<{ balanceMinor: number; equityMinor: number }>;
  /**
   * When the governor has to look again, so that it looks when it would have: absent, at once, as it must where rules
   * or positions may have changed meanwhile.
   */
  nextLook?: NextLook | undefined;
  /** Orders that were sent and of which neither a deal nor a refusal has been taken in. */
  onTheirWay: readonly OrderKey[];
  /** What those orders risk until they are filled; without it nothing is counted for them. */
  orderRisks?: readonly OrderOnItsWay[];
  /** Decisions after which it is not known yet what price did first, oldest first. */
  touches?: readonly WatchedDecision[];
}>;

/** Equity and the moment at which the governor looks closely; null for never. */
export type NextLook = Readonly<{
  /** It is looked at once by whoever looks ahead farther, or less far. */
  horizonMs: number;
  changed: boolean;
  peakAbove: number | null;
  lowLine: number | null;
  checkAt: number;
  turnAt: number;
}>;

export type OrderOnItsWay = Readonly<{
  key: OrderKey;
  risk: OpenRisk | null;
  governed: OrderRisk | null;
}>;

export type WatchedDecision = Readonly<{
  decisionId: string;
  symbol: string;
  timeframe: Timeframe;
  /** Close of its bar. */
  asOf: Instant;
  atrPoints: number;
}>;

/** What the loop keeps to. */
export type LoopSettings = Readonly<{
  /** One for each of `market.series`, in the same order. */
  instruments: readonly Instrument[];
  risk: RiskSettings;
  /** How what is open is managed; absent: it waits for its stop or its target. */
  exits?: ExitSettings;
  /** Trades a day that the plan allows; null for no limit. */
  planDailyTrades: number | null;
  /** Decisions, orders and refusals carry what the desk looked at, so that it can be asked again. */
  reportsDesk?: true;
  /** Bars about which nothing is asked are told, too: for people who watch. */
  tellsQuiet?: true;
  /** An account that has ended is followed by a new one on the next day of trading: where nobody owns it, in replays and paper runs. */
  newAccountAfterLock?: true;
  /** Trades that have closed are told and forgotten: for a run that goes on for years. */
  forgetsClosed?: true;
  /** How the account is governed; absent for a run without floors. */
  governor?: GovernorSettings;
  /** Absent where a run begins again. */
  resume?: LoopResume;
}>;

/** What a run came to. */
export type LoopResult = Readonly<{
  /** Closed bars walked. */
  bars: number;
  /** Snapshots put to the decision source. */
  asked: number;
  /** Bars worth a question that was not put, by the reason. */
  notAsked: Readonly<Record<string, number>>;
  /** Every trade, in the order of opening; the last may still be open. */
  trades: readonly Trade[];
  account: AccountState;
  /** Limits that hold at the end of the run. */
  limits: readonly LimitNotice[];
}>;
