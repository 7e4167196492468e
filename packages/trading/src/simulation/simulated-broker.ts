import type { PositionTicket } from '@quorate/values/ids';
import { addMilliseconds, instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import { type Money, money } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { ClosedBy, Deal } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import { type PairQuote, ratesFrom } from '../account/rates.ts';
import { type Quote, type Valuation, valuationOf } from '../account/valuation.ts';
import { newestIndex } from '../loop/lane.ts';
import type {
  Broker,
  BrokerEvent,
  CloseOutcome,
  ExitLevels,
  LastLine,
  ModifyOutcome,
  OrderOutcome,
} from '../loop/ports.ts';
import { type CandleSeries, closeTimeAt } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';
import type { Refusal } from '../risk/refusal.ts';
import { roundHalfAway } from '../rounding.ts';
import { createAccountBook } from './account-book.ts';
import { type BarAt, openingBar, openQuote, worstQuote } from './bar-quotes.ts';
import { type CostModel, DEFAULT_COSTS } from './costs.ts';
import {
  goneBy,
  type HeldPath,
  pathOf,
  quoteBetween,
  swingMinor,
  walkWorstOrder,
} from './guard-path.ts';
import {
  closingDeal,
  exitDeal,
  type Held,
  leavesAtOpen,
  openHeld,
  openingDeal,
  type SavedPosition,
} from './held-position.ts';
import {
  acceptedVolume,
  closingVolume,
  crossedNow,
  entriesOff,
  expired,
  isSameOrder,
  keyConflict,
  levelsRefusal,
  noStopLoss,
  stopsRefusal,
  tooLittleMargin,
  unknownSymbol,
  unknownTicket,
} from './order-checks.ts';
import { stoppedOut } from './stop-out.ts';

/** A simulated account: everything answers at once, nothing is a promise. */
export type SimulatedBroker = Readonly<{
  account(): AccountState;
  positions(): readonly Position[];
  place(order: MarketOrder): OrderOutcome;
  close(ticket: PositionTicket, part?: Lots, by?: ClosedBy): CloseOutcome;
  modify(ticket: PositionTicket, levels: ExitLevels): ModifyOutcome;
  guard(line: LastLine): void;
  barClosed(series: CandleSeries, index: number): readonly BrokerEvent[];
  /** What to go on with, as plain JSON: between two moments, with every event taken. */
  saved(): SavedAccount;
}> &
  Broker;

/** A simulated account that goes on elsewhere, or after a restart. */
export type SavedAccount = Readonly<{
  balanceMinor: number;
  held: readonly SavedPosition[];
  waiting: readonly MarketOrder[];
  /** Orders that were taken, the last of them: the same key opens nothing again. */
  taken: readonly MarketOrder[];
  line: LastLine | null;
  /** Positions opened so far, which number their tickets. */
  opened: number;
  quotes: readonly (Seen & Readonly<{ symbol: string }>)[];
}>;

/** Keys that are remembered: an order is sent again within its bar, or never. */
const TAKEN_KEPT = 20;

/** One symbol as this account trades it, with the newest quote it has seen and when. */
type Market = {
  instrument: Instrument;
  valuation: Valuation | Refusal;
  /** Finer bars of the symbol. */
  inside: CandleSeries | undefined;
  /** The newest bar on which something was waiting or held. */
  bar: BarAt | undefined;
  bid: number;
  ask: number;
  time: number;
  /** What had been seen before the newest bar; kept where rates are needed. */
  before: Seen;
};

/** A quote, and when it was. */
type Seen = Readonly<{ bid: number; ask: number; time: number }>;

/** An order that was taken, with what it takes to fill it. */
type Waiting = Readonly<{ order: MarketOrder; instrument: Instrument; valuation: Valuation }>;

const UNSEEN = { bid: Number.NaN, ask: Number.NaN, time: Number.NaN };

/**
 * A hedging account that trades on bars. An order is filled at the open of the next bar of its symbol,
 * a buy at the ask and a sell at the bid; stops and targets are worked inside the bars (see `exitOn`), in the
 * order of finer bars where there are some. Commission is taken on both sides, slippage as the fee of a deal,
 * swap with the deal that closes (see `costs.ts`): prices stay those of the bars. Where the margin level falls
 * to the stop-out level at the bar's worst price, the position that has lost most is closed there, and the next.
 * On a bar with a crossed quote nothing is opened or closed. A last line that was handed over is held inside the
 * bars, at the worst order of their prices.
 *
 * The same bars and the same orders give the same deals, tickets included.
 *
 * @param start balance at the beginning; its currency is the account's
 * @param costs `DEFAULT_COSTS` where it is absent
 * @param inside finer bars of some of the symbols
 * @example
 * const broker = createSimulatedBroker({ instruments: [eurusd], start: money(1_000_000, USD), leverage: 30 });
 * broker.barClosed(series, 0);
 * broker.place(order);
 * broker.barClosed(series, 1); // [{ kind: 'deal', deal: … }]
 */
export function createSimulatedBroker(options: {
  instruments: readonly Instrument[];
  start: Money;
  leverage: number;
  costs?: CostModel;
  inside?: readonly CandleSeries[];
  /** An account that was saved, with the bars that it traded on. */
  resume?: Readonly<{ account: SavedAccount; series: readonly CandleSeries[] }>;
}): SimulatedBroker {
  const { leverage, costs = DEFAULT_COSTS } = options;
  const { currency } = options.start;
  const nothing = money(0, currency);
  const markets = new Map<string, Market>();
  /** The moment of the quote in hand: another symbol's bar may have closed later, which it must not know. */
  let moment = Number.NaN;
  const rates = ratesFrom(() => [...markets.values()].map((each) => pairQuote(each, moment)));
  for (const instrument of options.instruments) {
    const valuation = valuationOf(instrument, currency, rates);
    const { symbol } = instrument;
    const inside = options.inside?.find((bars) => bars.symbol === symbol);
    const nothingYet = { bar: undefined, ...UNSEEN, before: UNSEEN };
    markets.set(symbol, { instrument, valuation, inside, ...nothingYet });
  }
  const needsRates = [...markets.values()].some(
    ({ valuation }) => valuation.kind === 'valuation' && valuation.missingRate,
  );
  const book = createAccountBook(
    options.resume ? money(options.resume.account.balanceMinor, currency) : options.start,
    leverage,
    (symbol) => markets.get(symbol) ?? UNSEEN,
  );
  const taken = new Map<OrderKey, MarketOrder>();
  let waiting: Waiting[] = [];
  let line: LastLine | undefined;
  /** The newest moment whose bars were walked for the last line, and what equity was before them. */
  const swing = {
    at: Number.NaN,
    equityMinor: 0,
    /** What positions that left in these bars had won at their best, above what they left with. */
    goneMinor: 0,
    held: [] as readonly Held[],
  };
  let opened = 0;
  if (options.resume) resume(options.resume);
  let newest: { series?: CandleSeries; market?: Market | undefined } = {};

  function resume({ account, series }: NonNullable<typeof options.resume>): void {
    for (const { symbol, ...seen } of account.quotes) {
      const market = markets.get(symbol);
      const bars = series.find((each) => each.symbol === symbol);
      if (!market) continue;
      see(market, seen.bid, seen.ask, seen.time);
      market.before = seen;
      const index = bars ? newestIndex(bars, instant(seen.time)) : -1;
      if (bars && index >= 0) market.bar = { series: bars, index };
    }
    const terms = (symbol: string) => {
      const { instrument, valuation } = markets.get(symbol) ?? {};
      if (!instrument || valuation?.kind !== 'valuation')
        throw new ValueError(`${symbol} of the account that was saved cannot be valued`);
      return { instrument, valuation };
    };
    for (const { position, ...figures } of account.held)
      book.resume({ position, ...terms(position.symbol), costs, ...figures });
    waiting = account.waiting.map((order) => ({ order, ...terms(order.symbol) }));
    for (const order of account.taken) taken.set(order.key, order);
    line = account.line ?? undefined;
    opened = account.opened;
  }

  function saved(): SavedAccount {
    return {
      balanceMinor: book.balanceMinor(),
      held: book.held().map(({ position, marginMinor, pointMinor, deals }) => ({
        position,
        marginMinor,
        pointMinor,
        deals,
      })),
      waiting: waiting.map(({ order }) => order),
      taken: [...taken.values()].slice(-TAKEN_KEPT),
      line: line ?? null,
      opened,
      quotes: [...markets].flatMap(([symbol, { bid, ask, time }]) =>
        Number.isNaN(time) ? [] : [{ symbol, bid, ask, time }],
      ),
    };
  }

  function place(order: MarketOrder): OrderOutcome {
    const before = taken.get(order.key);
    if (before) return isSameOrder(before, order) ? placed(order) : keyConflict(order);
    const market = markets.get(order.symbol);
    if (!market) return unknownSymbol(order, [...markets.keys()]);
    const { instrument, valuation } = market;
    if (valuation.kind === 'denied') return valuation;
    if (order.stopLoss === null) return noStopLoss(order);
    if (line?.entriesOff) return entriesOff(order);
    const missing = valuation.missingRate?.();
    if (missing) return missing;
    const volume = acceptedVolume(instrument, order.lots);
    if ('kind' in volume) return volume;
    taken.set(order.key, order);
    // Most orders come in the instrument's own steps and are what is filled.
    const accepted = volume === order.lots ? order : { ...order, lots: volume };
    waiting.push({ order: accepted, instrument, valuation });
    return placed(order);
  }

  function barClosed(series: CandleSeries, index: number): readonly BrokerEvent[] {
    // Most bars are of the series before them: its market need not be looked up again.
    if (series !== newest.series) newest = { series, market: markets.get(series.symbol) };
    const { market } = newest;
    if (market) {
      if (needsRates) {
        market.before = { bid: market.bid, ask: market.ask, time: market.time };
        moment = series.time[index] ?? Number.NaN;
      }
      if (waiting.length > 0 || book.held().length > 0) {
        const at = series.time[index] ?? Number.NaN;
        if (line) holdLine(line, at);
        market.bar = { series, index };
        see(market, series.open[index], series.askOpen[index], series.time[index]);
        book.revalue();
        fillWaiting(market, series, index);
        if (line) holdLine(line, at);
        if (!isCrossed(series, index)) takeOut(market, series, index);
        book.revalue();
      }
      see(market, series.close[index], series.askClose[index], closeTimeAt(series, index));
      moment = market.time;
    }
    return book.takeEvents();
  }

  function fillWaiting(market: Market, series: CandleSeries, index: number): void {
    if (waiting.length === 0) return;
    const time = instant(market.time);
    const still: Waiting[] = [];
    for (const each of waiting) {
      const { order } = each;
      if (order.symbol !== series.symbol || time < order.placedAt) still.push(each);
      else if (time > order.expiresAt) book.refuse(order, expired(order, time));
      else if (isCrossed(series, index)) still.push(each);
      else fill(each, openingBar({ series, index }, market.inside));
    }
    waiting = still;
  }

  function fill({ order, instrument, valuation }: Waiting, bar: BarAt): void {
    const time = instant(bar.series.time[bar.index] ?? Number.NaN);
    const quote = openQuote(bar);
    const refusal =
      stopsRefusal(order, quote, instrument) ?? marginRefusal(order, valuation, quote);
    if (refusal) {
      book.refuse(order, refusal);
      return;
    }
    opened += 1;
    const ticket = `${Math.floor(time / 1_000)}-${opened}` as PositionTicket;
    const terms = { instrument, valuation, costs };
    const each = openHeld(order, order.lots, { ticket, time, quote, leverage }, terms);
    book.open(each, openingDeal(each, { fill: { ...bar, when: 'open' }, quote }, nothing));
  }

  function marginRefusal(
    order: MarketOrder,
    valuation: Valuation,
    quote: Quote,
  ): Refusal | undefined {
    const needed = roundHalfAway(valuation.marginMinorOf(order.lots, quote, leverage));
    const { freeMargin } = book.state();
    if (needed <= freeMargin.minor) return undefined;
    return tooLittleMargin(order, money(needed, currency), freeMargin);
  }

  /** Closes everything where the last line is met on the worst way through the bars of this moment. */
  function holdLine(held: LastLine, at: number): void {
    const open = book.held();
    if (open.length === 0 || (at === swing.at && open === swing.held)) return;
    if (at !== swing.at) {
      swing.at = at;
      swing.goneMinor = 0;
      swing.equityMinor = book.state().equity.minor;
    }
    swing.held = open;
    let moved = swing.goneMinor;
    for (const each of open) {
      const bar = barAt(each, at);
      if (bar) moved += swingMinor(each, bar, markets.get(each.position.symbol) ?? UNSEEN);
    }
    const { equityMinor } = swing;
    // Most bars come nowhere near the line, and lift no peak.
    const isFar = equityMinor - moved > (held.floorMinor + held.bufferMinor) * 1.002;
    const isBelowPeak = !held.trail || equityMinor + moved <= held.trail.peakMinor;
    if (isFar && isBelowPeak) return;
    const paths = open.map((each): HeldPath => {
      const bar = barAt(each, at);
      if (bar) return pathOf(each, bar);
      const { bid, ask } = markets.get(each.position.symbol) ?? UNSEEN;
      return { each, best: { bid, ask }, worst: { bid, ask }, bar };
    });
    const walk = walkWorstOrder(paths, book.balanceMinor(), held, swing.goneMinor);
    const peak = Math.floor(walk.peakMinor);
    if (held.trail && peak > held.trail.peakMinor) {
      line = { ...held, trail: { ...held.trail, peakMinor: peak } };
      book.note({ kind: 'peak', equityMinor: peak });
    }
    if (walk.closesAt !== null) closeInside(paths, walk.closesAt);
  }

  /** The bar of a position's symbol that opens at this moment, told already or not. */
  function barAt({ position: { symbol } }: Held, at: number): BarAt | undefined {
    const newest = markets.get(symbol)?.bar;
    if (!newest) return undefined;
    const { series } = newest;
    const index = series.time[newest.index] === at ? newest.index : newest.index + 1;
    const isThere = index < series.length && series.time[index] === at;
    return isThere && !isCrossed(series, index) ? { series, index } : undefined;
  }

  function closeInside(paths: readonly HeldPath[], closesAt: number): void {
    for (const path of paths) {
      const { each } = path;
      const bar = path.bar ?? markets.get(each.position.symbol)?.bar;
      // What opens beyond its stop leaves there when its bar is told.
      if (!bar || leavesAtOpen(each, bar)) continue;
      const { side, lots, stopLoss } = each.position;
      const between = quoteBetween(path, closesAt);
      const at = side === 'BUY' ? between.bid : between.ask;
      const sign = side === 'BUY' ? 1 : -1;
      const isStopped = stopLoss !== null && sign * (at - stopLoss.points) <= 0;
      const points = isStopped ? stopLoss.points : at;
      const spread = between.ask - between.bid;
      const quote =
        side === 'BUY'
          ? { bid: points, ask: points + spread }
          : { bid: points - spread, ask: points };
      const time = addMilliseconds(closeTimeAt(bar.series, bar.index), -1);
      const why = isStopped
        ? ({ reason: 'stop-loss' } as const)
        : ({ reason: 'close', closedBy: 'flattened' } as const);
      const fill = { ...bar, when: 'inside' } as const;
      book.reduce(each, closingDeal(each, { points, lots, time, ...why, quote, fill }, nothing));
    }
    for (const { order } of waiting) book.refuse(order, entriesOff(order));
    waiting = [];
  }

  function takeOut({ inside }: Market, series: CandleSeries, index: number): void {
    if (book.held().length === 0) return;
    let targets: readonly (readonly [Held, Deal])[] = [];
    for (const each of book.held()) {
      if (each.position.symbol !== series.symbol) continue;
      const deal = exitDeal(each, { series, index, inside }, nothing);
      if (!deal) continue;
      if (line?.trail) swing.goneMinor += goneBy(each, deal, { series, index });
      if (deal.reason === 'take-profit' && !inside) targets = [...targets, [each, deal]];
      else book.reduce(each, deal);
    }
    // A bar does not tell whether its worst price came before the target.
    stopOut(series, index);
    for (const [each, deal] of targets) if (book.held().includes(each)) book.reduce(each, deal);
  }

  function stopOut(series: CandleSeries, index: number): void {
    const { stopOutPercent } = costs;
    if (stopOutPercent === 0) return;
    const atWorst = ({ position: { symbol, side } }: Held): Quote =>
      symbol === series.symbol
        ? worstQuote({ series, index }, side)
        : (markets.get(symbol) ?? UNSEEN);
    for (;;) {
      const each = stoppedOut(book.held(), book.balanceMinor(), stopOutPercent, atWorst);
      if (!each) return;
      const { symbol, side, lots } = each.position;
      const { bid, ask } = atWorst(each);
      // Inside a bar the moment is unknown; its last millisecond keeps the deal on the bar's day.
      const time = addMilliseconds(closeTimeAt(series, index), -1);
      const bar = symbol === series.symbol ? undefined : markets.get(symbol)?.bar;
      const exit = {
        points: side === 'BUY' ? bid : ask,
        lots,
        time,
        reason: 'stop-out',
        quote: { bid, ask },
        fill: { series, index, ...bar, when: 'inside' },
      } as const;
      book.reduce(each, closingDeal(each, exit, nothing));
    }
  }

  function close(ticket: PositionTicket, part?: Lots, closedBy?: ClosedBy): CloseOutcome {
    const each = book.held().find(({ position }) => position.ticket === ticket);
    const market = each && markets.get(each.position.symbol);
    if (!each || !market?.bar) return unknownTicket(ticket, book.held().length);
    const volume = closingVolume(each, part);
    if ('kind' in volume) return volume;
    if (market.ask < market.bid) return crossedNow(each.position.symbol, market);
    const points = each.position.side === 'BUY' ? market.bid : market.ask;
    const quote: Quote = { bid: market.bid, ask: market.ask };
    const exit = {
      points,
      lots: volume,
      time: instant(market.time),
      reason: 'close',
      closedBy,
      quote,
      fill: { ...market.bar, when: 'close' },
    } as const;
    const deal = closingDeal(each, exit, nothing);
    book.reduce(each, deal);
    return { kind: 'closed', deal };
  }

  function modify(ticket: PositionTicket, { stopLoss, takeProfit }: ExitLevels): ModifyOutcome {
    const each = book.held().find(({ position }) => position.ticket === ticket);
    const market = each && markets.get(each.position.symbol);
    if (!each || !market?.bar) return unknownTicket(ticket, book.held().length);
    const { bid, ask, instrument } = market;
    if (ask < bid) return crossedNow(each.position.symbol, market);
    const levels = { stopLoss: stopLoss.points, takeProfit: takeProfit?.points ?? null };
    const refusal = levelsRefusal(each.position, levels, { bid, ask }, instrument);
    if (refusal) return refusal;
    const position = { ...each.position, stopLoss, takeProfit };
    book.replace(each, { ...each, position });
    return { kind: 'modified', position };
  }

  return {
    account: book.state,
    positions: book.positions,
    rates,
    place,
    close,
    modify,
    guard(next) {
      if (line === undefined || next.seq > line.seq) line = next;
    },
    barClosed,
    saved,
  };
}

function pairQuote({ instrument, before, ...newest }: Market, moment: number): PairQuote {
  const { baseCurrency: base, quoteCurrency: quote, digits } = instrument;
  const { bid, ask } = [newest, before].find(({ time }) => time <= moment) ?? UNSEEN;
  return { base, quote, bid: bid / 10 ** digits, ask: ask / 10 ** digits };
}

function see(market: Market, bid = Number.NaN, ask = Number.NaN, time = Number.NaN): void {
  market.bid = bid;
  market.ask = ask;
  market.time = time;
}

function placed(order: MarketOrder): OrderOutcome {
  return { kind: 'placed', key: order.key };
}
