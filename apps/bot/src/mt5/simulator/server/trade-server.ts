import type { Awaitable } from '@quorate/trading/loop/ports';
import { swapNights } from '@quorate/trading/market/trading-day';
import { exitAt } from '@quorate/trading/simulation/held-position';
import type { Timers } from '../../../timers.ts';
import type { Market } from '../market/market.ts';
import type { SimulatedAccount } from './account.ts';
import { type Allowed, changeFault, type Desk, dealFault, marginNeeded } from './checks.ts';
import { createLedger, type Ledger } from './ledger.ts';
import {
  type DealRequest,
  type Fill,
  type HeldPosition,
  refusal,
  type StopsRequest,
  type StoredDeal,
  type TradeAnswer,
  type WaitingOrder,
} from './orders.ts';
import { RETCODE } from './retcodes.ts';

/** The broker's end: it takes orders, works stops, and keeps the books whatever the terminal does. */
export type TradeServer = Readonly<{
  account: SimulatedAccount;
  ledger: Ledger;
  behaviours: Behaviours;
  allowed(): Allowed;
  allow(changes: Partial<Allowed>): void;
  positions(): readonly HeldPosition[];
  deals(): readonly StoredDeal[];
  orders(): readonly WaitingOrder[];
  /** What would become of an order, with the margin it needs in minor units. */
  check(request: DealRequest): Readonly<{ retcode: number; margin: number }>;
  /** @returns null when the answer is lost: nobody knows whether it was executed */
  send(request: DealRequest): Awaitable<TradeAnswer | null>;
  modify(request: StopsRequest): number;
  /** Takes a waiting order off. @returns its retcode */
  cancel(ticket: string): number;
  /** Every deal as it is booked. */
  onDeal(hear: (deal: StoredDeal) => void): () => void;
}>;

export function createTradeServer(options: {
  timers: Timers;
  market: Market;
  account: SimulatedAccount;
}): TradeServer {
  const { timers, market, account } = options;
  let ticket = 50_000_001n;
  const nextTicket = () => String(ticket++);
  const ledger = createLedger(market, account, nextTicket);
  const behaviours = createBehaviours();
  const waiting = new Map<string, WaitingOrder>();
  const listeners = new Set<(deal: StoredDeal) => void>();
  let allowed: Allowed = { account_trading: true, account_experts: true };
  let settledMs = market.clock.localMs(market.now());

  const desk = (): Desk => ({ market, ledger, allowed, netting: account.marginMode !== 'hedging' });

  function tell(deal: StoredDeal): StoredDeal {
    for (const listener of listeners) listener(deal);
    return deal;
  }

  /** Charges the nights since the last look. */
  function settle(): void {
    const nowMs = market.clock.localMs(market.now());
    const nights = swapNights(settledMs, nowMs);
    settledMs = nowMs;
    if (nights === 0) return;
    for (const position of ledger.positions()) {
      const terms = market.terms.get(position.symbol);
      const points = (position.side === 'BUY' ? terms?.swapLong : terms?.swapShort) ?? 0;
      const night = terms ? ledger.worth.profit(terms, points * position.volume) : 0;
      ledger.change(position, { swap: position.swap + night * nights });
    }
  }

  function work(symbol: string): void {
    settle();
    for (;;) {
      const exit = touchedExit(market, ledger, symbol) ?? stopOut(market, ledger, account);
      if (!exit) return;
      tell(ledger.reduce(exit.position, { ...exit.fill, order: nextTicket() }));
    }
  }

  /** Meets the market as it is now. */
  function execute(request: DealRequest, behaviour: Behaviour, order = nextTicket()): TradeAnswer {
    settle();
    const fault = behaviour.refuse ?? dealFault(request, desk());
    const quote = market.quote(request.symbol);
    const terms = market.terms.get(request.symbol);
    if (fault !== 0 || !quote || !terms) return refusal(fault);
    const buy = request.side === 'BUY';
    const slip = behaviour.slippage ?? 0;
    const price = buy ? quote.ask + slip : quote.bid - slip;
    const instant = terms.execution === 'instant' || terms.execution === 'request';
    if (instant && Math.abs(price - request.price) > request.deviation) {
      return { ...refusal(RETCODE.requote), price };
    }
    const volume = Math.min(request.volume, behaviour.liquidity ?? request.volume);
    if (volume === 0 || (volume < request.volume && request.filling === 'fok')) {
      return refusal(RETCODE.reject);
    }
    const comment = behaviour.comment?.(request.comment) ?? request.comment;
    const fill: Fill = {
      order,
      symbol: request.symbol,
      side: request.side,
      volume,
      price,
      stopLoss: behaviour.dropStops ? null : request.stopLoss,
      takeProfit: behaviour.dropStops ? null : request.takeProfit,
      reason: request.byHand ? 'client' : 'expert',
      magic: request.magic,
      comment,
    };
    const deal = tell(take(request, fill));
    const partial = volume < request.volume;
    if (partial && request.filling === 'return') {
      waiting.set(order, { ...fill, ticket: order, volume: request.volume - volume });
    }
    work(request.symbol);
    return {
      retcode: partial ? RETCODE.partial : RETCODE.done,
      order,
      deal: deal.ticket,
      volume,
      price,
    };
  }

  function take(request: DealRequest, fill: Fill): StoredDeal {
    const position = ledger.positions().find(({ ticket: each }) => each === request.position);
    return position ? ledger.reduce(position, fill) : ledger.execute(fill);
  }

  /** Answered at once, executed later. */
  function placeFirst(request: DealRequest, behaviour: Behaviour, ms: number): TradeAnswer {
    const fault = behaviour.refuse ?? dealFault(request, desk());
    if (fault !== 0) return refusal(fault);
    const order = nextTicket();
    const comment = behaviour.comment?.(request.comment) ?? request.comment;
    waiting.set(order, { ...request, ticket: order, comment });
    timers.after(ms, () => {
      if (waiting.delete(order)) execute(request, behaviour, order);
    });
    return { ...refusal(RETCODE.placed), order, volume: request.volume };
  }

  function later<Value>(ms: number | undefined, value: () => Value): Awaitable<Value> {
    if (ms === undefined) return value();
    return new Promise((resolve) => timers.after(ms, () => resolve(value())));
  }

  async function slowly(request: DealRequest, behaviour: Behaviour): Promise<TradeAnswer | null> {
    const answer = await later(behaviour.executeAfterMs, () => execute(request, behaviour));
    return await later(behaviour.answerAfterMs, () => heard(answer, behaviour));
  }

  market.hear((event) => {
    if (event.kind === 'tick') work(event.symbol);
  });
  if (account.startMinor !== 0) ledger.cash('balance', account.startMinor, 'Deposit');

  return {
    account,
    ledger,
    behaviours,
    allowed: () => allowed,
    allow(changes) {
      allowed = { ...allowed, ...changes };
    },
    positions: ledger.positions,
    deals: ledger.deals,
    orders: () => [...waiting.values()],
    check(request) {
      const terms = market.terms.get(request.symbol);
      if (!terms) return { retcode: RETCODE.invalid, margin: 0 };
      const at = desk();
      const margin = marginNeeded(request, { terms, ...at });
      return { retcode: dealFault(request, at), margin: Math.max(0, margin) };
    },
    send(request) {
      const behaviour = request.byHand ? {} : behaviours.take();
      if (behaviour.placedForMs !== undefined) {
        return heard(placeFirst(request, behaviour, behaviour.placedForMs), behaviour);
      }
      const quick = behaviour.executeAfterMs === undefined && behaviour.answerAfterMs === undefined;
      return quick ? heard(execute(request, behaviour), behaviour) : slowly(request, behaviour);
    },
    modify(request) {
      settle();
      const refused = request.byHand ? 0 : behaviours.takeStops();
      const fault = refused === 0 ? changeFault(request, desk()) : refused;
      const position = ledger.positions().find(({ ticket: each }) => each === request.position);
      if (fault !== 0 || !position) return fault;
      const { stopLoss, takeProfit } = request;
      ledger.change(position, { stopLoss, takeProfit });
      work(position.symbol);
      return RETCODE.done;
    },
    cancel: (each) => (waiting.delete(each) ? RETCODE.done : RETCODE.invalidOrder),
    onDeal(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

/** What reaches the terminal of an answer. */
function heard(answer: TradeAnswer, behaviour: Behaviour): TradeAnswer | null {
  if (behaviour.loseAnswer === undefined) return answer;
  return behaviour.loseAnswer === null ? null : refusal(behaviour.loseAnswer);
}

/** Closings that the server does by itself. */
type Exit = Readonly<{ position: HeldPosition; fill: Omit<Fill, 'order'> }>;

/** The next position of a symbol that its quote takes out. */
function touchedExit(market: Market, ledger: Ledger, symbol: string): Exit | undefined {
  const quote = market.quote(symbol);
  const digits = market.terms.get(symbol)?.digits ?? 0;
  if (!quote) return undefined;
  for (const position of ledger.positions()) {
    const exit = position.symbol === symbol ? exitAt(position, quote) : undefined;
    if (!exit) continue;
    const [reason, level] =
      exit.reason === 'stop-loss'
        ? (['sl', position.stopLoss] as const)
        : (['tp', position.takeProfit] as const);
    return { position, fill: exitFill(position, exit.points, reason, level ?? 0, digits) };
  }
  return undefined;
}

/** The position that loses most, once the account's equity no longer covers its margin. */
function stopOut(market: Market, ledger: Ledger, account: SimulatedAccount): Exit | undefined {
  const margin = ledger.margin();
  if (margin === 0 || ledger.equity() * 100 >= margin * account.stopOutPercent) return undefined;
  const worst = ledger
    .positions()
    .toSorted((a, b) => ledger.worth.floating(a) - ledger.worth.floating(b))[0];
  const quote = worst && market.quote(worst.symbol);
  if (!worst || !quote) return undefined;
  const price = worst.side === 'BUY' ? quote.bid : quote.ask;
  const fill = exitFill(worst, price, 'so', price, market.terms.get(worst.symbol)?.digits ?? 0);
  return { position: worst, fill };
}

function exitFill(
  position: HeldPosition,
  price: number,
  reason: 'sl' | 'tp' | 'so',
  level: number,
  digits: number,
): Omit<Fill, 'order'> {
  return {
    symbol: position.symbol,
    side: position.side === 'BUY' ? 'SELL' : 'BUY',
    volume: position.volume,
    price,
    stopLoss: position.stopLoss,
    takeProfit: position.takeProfit,
    reason,
    magic: position.magic,
    // As terminals show it.
    comment: `[${reason} ${(level / 10 ** digits).toFixed(digits)}]`,
  };
}

/** What the broker does to one order out of the ordinary. An empty one is an ordinary order. */
export type Behaviour = Readonly<{
  /** Answered with this code, and nothing is executed. */
  refuse?: number;
  /** Executed, and answered with this code (10012, 10031) or, with null, not at all. */
  loseAnswer?: number | null;
  /** There is no more than this volume, in units. */
  liquidity?: number;
  /** Points against the order. */
  slippage?: number;
  executeAfterMs?: number;
  answerAfterMs?: number;
  /** Answered 10008 at once, executed so much later. */
  placedForMs?: number;
  /** Stop and target are forgotten, as by brokers that want them set after the fill. */
  dropStops?: boolean;
  /** What becomes of the comment. */
  comment?: (comment: string) => string;
}>;

/** How a broker behaves: a habit for every order, and single surprises that come first. */
type Behaviours = Readonly<{
  next(...behaviours: readonly Behaviour[]): void;
  always(behaviour: Behaviour | (() => Behaviour)): void;
  take(): Behaviour;
  /** The next changes of stops are answered with these codes, and not done; 0 lets one through. */
  refuseStops(...retcodes: readonly number[]): void;
  takeStops(): number;
}>;

function createBehaviours(): Behaviours {
  const queue: Behaviour[] = [];
  const stops: number[] = [];
  let habit: () => Behaviour = () => ({});
  return {
    next: (...behaviours) => void queue.push(...behaviours),
    always(behaviour) {
      habit = typeof behaviour === 'function' ? behaviour : () => behaviour;
    },
    take: () => ({ ...habit(), ...queue.shift() }),
    refuseStops: (...retcodes) => void stops.push(...retcodes),
    takeStops: () => stops.shift() ?? 0,
  };
}
