import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Money } from '@quorate/values/money';
import type { Price } from '@quorate/values/price';
import type { ClosedBy, Deal } from '../account/deal.ts';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import type { Rates } from '../account/rates.ts';
import type { Quote } from '../account/valuation.ts';
import type { DecisionOutcome, DecisionRequest } from '../analysts/decision.ts';
import type { Vote } from '../analysts/vote.ts';
import type { CandleSeries } from '../market/candle.ts';
import type { Snapshot } from '../market/snapshot.ts';
import type { Refusal } from '../risk/refusal.ts';
import type { LoopEvent, TouchEvent } from './trading-loop-events.ts';

/** An answer at hand or on its way: a replay never waits, a live run does. Only the shell of a run knows the difference. */
export type Awaitable<T> = T | Promise<T>;

/** The only source of "now". */
export type Clock = { now(): Instant };

/** Closed bars, one at a time, in the order in which they closed. */
export type MarketData = {
  /** One series a symbol. A live adapter appends to them. */
  readonly series: readonly CandleSeries[];
  /** Which series the newest bar belongs to, and its index there. Valid after `advance` said true. */
  readonly seriesIndex: number;
  readonly barIndex: number;
  /**
   * Set after an `advance` to a moment between two bars, at which only what is open is looked after;
   * null after one to a closed bar. Absent where nothing happens between bars.
   */
  readonly between?: Instant | null;
  /**
   * After an `advance` to a closed bar: another bar that closed at the same moment is at hand, and the next
   * `advance` moves to it at once. Absent where there never is one.
   */
  readonly moreAtOnce?: boolean;
  /** Bars of each series that were closed when the run began: they are read, and not traded on. */
  readonly warmUp?: readonly number[];
  /** The first bar of each series that is read; the first of all where it is absent. */
  readonly readFrom?: readonly number[];
  /**
   * Moves to the next closed bar. A promise means that it has yet to close, or that the adapter lets
   * other work run.
   *
   * @returns false at the end: no more bars, or the run was stopped
   */
  advance(): Awaitable<boolean>;
};

/** One voter. */
export type Analyst = {
  readonly name: string;
  readonly model: string;
  vote(snapshot: Snapshot): Awaitable<Vote>;
};

/**
 * Who decides. Asked again about the same snapshot it must give the same answer: a restarted run
 * walks its bars from the first one and lives on stored answers.
 */
export type DecisionSource = {
  decide(request: DecisionRequest): Awaitable<DecisionOutcome>;
  /** Told what price did first after a decision, before anything is asked about that bar: it may learn from it. */
  touched?(event: TouchEvent): Awaitable<void>;
};

/** What happened at the broker since the last look. */
export type BrokerEvent =
  | Readonly<{ kind: 'deal'; deal: Deal }>
  /** An order that was taken and then not filled. */
  | Readonly<{ kind: 'order-refused'; order: MarketOrder; refusal: Refusal }>
  /** Paid in, or out where negative; the account's figures hold it from when it is told. */
  | Readonly<{ kind: 'cash-flow'; ticket: string; amount: Money }>
  /** Equity was as high as this, at a moment at which nobody asked for it. */
  | Readonly<{ kind: 'peak'; equityMinor: number }>;

/** `placed`: taken; its deal arrives as an event. Sending the same key again is answered the same. */
export type OrderOutcome = Readonly<{ kind: 'placed'; key: OrderKey }> | Refusal;

/** `closed`: done, with the deal, which also arrives as an event. */
export type CloseOutcome = Readonly<{ kind: 'closed'; deal: Deal }> | Refusal;

/** Where the stop and the target of a position are to stand. */
export type ExitLevels = Readonly<{ stopLoss: Price; takeProfit: Price | null }>;

/** `modified`: done, with the position as it stands now. */
export type ModifyOutcome = Readonly<{ kind: 'modified'; position: Position }> | Refusal;

/**
 * What the last line before the floor holds, at the broker or on the terminal: it closes everything once
 * equity has come within the buffer and the cost of closing of the floor, and refuses entries.
 */
export type LastLine = Readonly<{
  /** Grows by one with each line; an older one never takes the place of a newer. */
  seq: number;
  floorMinor: number;
  bufferMinor: number;
  entriesOff: boolean;
  /** When the lock ends; null where nothing locks, or only the owner ends it. */
  until: Instant | null;
  /** How the floor rises with equity, for a holder that sees every tick; null where it stays. */
  trail?: FloorTrail | null;
}>;

/** A floor that follows the highest equity: `min(most, kept x peak - less)`, never below what it was. */
export type FloorTrail = Readonly<{
  peakMinor: number;
  keptShare: number;
  lessMinor: number;
  mostMinor: number | null;
}>;

/** A trading account. Every implementation passes `testing/broker-card.ts`. */
export type Broker = {
  account(): Awaitable<AccountState>;
  positions(): Awaitable<readonly Position[]>;
  /** What else is open on the account: opened by hand, or by another bot. Absent where nothing can be. */
  others?(): Awaitable<readonly Position[]>;
  place(order: MarketOrder): Awaitable<OrderOutcome>;
  /** Closes at the market, wholly or the given part; its deal says for whom. */
  close(ticket: PositionTicket, part?: Lots, by?: ClosedBy): Awaitable<CloseOutcome>;
  /** Moves stop and target of a position; absent where that cannot be done. */
  modify?(ticket: PositionTicket, levels: ExitLevels): Awaitable<ModifyOutcome>;
  /** Hands the last line over; absent where nobody holds one but the run. */
  guard?(line: LastLine): Awaitable<void>;
  /**
   * Catches up with a bar that has closed: a simulated broker trades through it, a terminal's adapter
   * asks for new deals.
   *
   * @returns what happened since the last call, oldest first
   */
  barClosed(series: CandleSeries, index: number): Awaitable<readonly BrokerEvent[]>;
  /** What happened since the last look, asked between two bars. Absent where nothing can. */
  happened?(): Awaitable<readonly BrokerEvent[]>;
  /** The quote an order would meet now; without it, or undefined, the close of the newest bar counts. */
  quote?(symbol: string): Quote | undefined;
  /** What currencies are worth in one another now, for symbols in neither of whose currencies the account is. */
  readonly rates?: Rates;
};

/** What the owner of the account wants at a bar. */
export type OwnerOrders = Readonly<{ entriesOff: boolean; closeAll: boolean }>;

/** When the owner is asked: as the bar is taken in, before a question is put, before an order leaves. */
export type OwnerMoment = 'bar' | 'question' | 'order';

/**
 * The owner of the account, who may stop a run from outside. For the same bar and moment a run that is
 * walked again must be told the same.
 */
export type Owner = {
  /** Asked at each bar, and once more before an order leaves: an answer may have taken its time. */
  orders(asOf: Instant, moment: OwnerMoment): OwnerOrders;
  /**
   * Told what came of closing everything: deals with their tickets and prices, and what still is open
   * because the broker said no. It is tried again at the next bar for as long as it is wanted.
   */
  closed(asOf: Instant, deals: readonly Deal[], refusals: readonly Refusal[]): Awaitable<void>;
};

/** Keeps what happened. A returned promise is awaited before the next step: an order is stored before it is sent. */
export type Journal = {
  record(event: LoopEvent): Awaitable<void>;
  /** False where nobody wants to be told of every bar; events of kind `bar` are not made then. */
  readonly bars?: boolean;
};
