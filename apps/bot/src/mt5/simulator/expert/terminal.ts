import type { Timers } from '../../../timers.ts';
import type { AnswerOf } from '../../bridge/messages.ts';
import type { Permissions } from '../../bridge/records.ts';
import type { Market, SimulatedQuote } from '../market/market.ts';
import type {
  DealRequest,
  HeldPosition,
  StopsRequest,
  StoredDeal,
  TradeAnswer,
  WaitingOrder,
} from '../server/orders.ts';
import type { TradeServer } from '../server/trade-server.ts';

/** An event of the economic calendar; `at` in seconds of the server's clock. */
export type ListedEvent = AnswerOf<'calendar'>['events'][number] & Readonly<{ currency: string }>;

/** The terminal as its expert sees it. */
export type ExpertTerminal = Readonly<{
  timers: Timers;
  market: Market;
  server(): TradeServer;
  view(): BrokerView;
  permissions(): Permissions;
  isLoading(): boolean;
  /** The terminal's economic calendar, by the server's clock. */
  calendar(): readonly ListedEvent[];
  check(request: DealRequest): Readonly<{ retcode: number; margin: number }>;
  /** The expert waits for the answer. */
  send(request: DealRequest): Promise<TradeAnswer | null>;
  /** The expert goes on meanwhile, as with OrderSendAsync. */
  sendOn(request: DealRequest): Promise<TradeAnswer | null>;
  modify(request: StopsRequest): number;
}>;

/** What the terminal shows of the account. Without its connection that is what it saw last. */
export type BrokerView = Readonly<{
  positions: readonly HeldPosition[];
  orders: readonly WaitingOrder[];
  deals: readonly StoredDeal[];
  balance: number;
  credit: number;
  equity: number;
  margin: number;
  /** ms of the server's clock. */
  shownMs: number;
  quote(symbol: string): SimulatedQuote | undefined;
}>;

export function lookAt(server: TradeServer, market: Market): BrokerView {
  const { ledger } = server;
  return {
    positions: ledger.positions(),
    orders: server.orders(),
    deals: ledger.deals(),
    balance: ledger.balance(),
    credit: ledger.credit(),
    equity: ledger.equity(),
    margin: ledger.margin(),
    shownMs: market.clock.shownMs(market.now()),
    quote: market.quote,
  };
}

/** The same view, of this moment for good. */
export function frozen(view: BrokerView, symbols: Iterable<string>): BrokerView {
  const quotes = new Map([...symbols].map((symbol) => [symbol, view.quote(symbol)]));
  return { ...view, deals: [...view.deals], quote: (symbol) => quotes.get(symbol) };
}
