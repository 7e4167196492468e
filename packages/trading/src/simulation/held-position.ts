import type { PositionTicket } from '@quorate/values/ids';
import { addMilliseconds, type Instant, instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import { addMoney, type Money, negateMoney } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import type { ClosedBy, Deal, DealReason } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import type { MarketOrder, Side } from '../account/order.ts';
import type { Position } from '../account/position.ts';
import type { Quote, Valuation } from '../account/valuation.ts';
import { type CandleSeries, closeTimeAt, firstAtOrAfter } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';
import { roundHalfAway } from '../rounding.ts';
import type { BarAt } from './bar-quotes.ts';
import { type CostModel, type Fill, slippageFee, swapOf } from './costs.ts';

/** A position with what the simulation keeps beside it. */
export type Held = Readonly<{
  position: Position;
  instrument: Instrument;
  valuation: Valuation;
  costs: CostModel;
  /** Blocked since the opening, in minor units. */
  marginMinor: number;
  /** What a point of one volume step was worth when it was opened: minor units, for rough looks. */
  pointMinor: number;
  /** Deals made so far, which number their tickets. */
  deals: number;
}>;

/** What of it is kept where the account is saved. */
export type SavedPosition = Omit<Held, 'instrument' | 'valuation' | 'costs'>;

/** Points a position has gained at the quote's closing side: the bid for a buy, the ask for a sell. */
function gainedPoints({ side, openPrice }: Position, exitPoints: number): number {
  return side === 'BUY' ? exitPoints - openPrice.points : openPrice.points - exitPoints;
}

/** Floating profit in minor units, not rounded. */
export function floatingMinor({ position, valuation }: Held, quote: Quote): number {
  const points = gainedPoints(position, position.side === 'BUY' ? quote.bid : quote.ask);
  return valuation.minorOf(points, position.lots, quote);
}

/** Opens a position at the quote: at the ask for a buy, at the bid for a sell. */
export function openHeld(
  order: MarketOrder,
  volume: Lots,
  at: Readonly<{ ticket: PositionTicket; time: Instant; quote: Quote; leverage: number }>,
  terms: Readonly<{ instrument: Instrument; valuation: Valuation; costs: CostModel }>,
): Held {
  const { instrument, valuation } = terms;
  const entry = order.side === 'BUY' ? at.quote.ask : at.quote.bid;
  const position: Position = {
    ticket: at.ticket,
    orderKey: order.key,
    symbol: order.symbol,
    side: order.side,
    lots: volume,
    openPrice: price(entry, instrument.digits),
    stopLoss: order.stopLoss,
    takeProfit: order.takeProfit,
    openedAt: at.time,
    initialRisk: initialRisk(order, entry, volume, at.quote, valuation),
  };
  const marginMinor = roundHalfAway(valuation.marginMinorOf(volume, at.quote, at.leverage));
  const pointMinor = -valuation.minorOf(-1_000, volume, at.quote) / (1_000 * volume.steps);
  return { position, ...terms, marginMinor, pointMinor, deals: 1 };
}

/** The deal that opened a position, on this bar at this quote. */
export function openingDeal(
  { position, valuation, costs }: Held,
  at: Readonly<{ fill: Fill; quote: Quote }>,
  nothing: Money,
): Deal {
  const { lots, openPrice, openedAt } = position;
  return {
    ...dealTerms(position),
    ticket: `${position.ticket}-1`,
    side: position.side,
    entry: 'in',
    reason: 'order',
    lots,
    price: openPrice,
    time: openedAt,
    profit: nothing,
    commission: valuation.commissionOf(lots),
    swap: nothing,
    fee: slippageFee(costs, at.fill, { lots, quote: at.quote, valuation }),
    initialRisk: position.initialRisk,
  };
}

/** Where, when, why and on which bar a position is closed. */
type Closing = Readonly<{
  points: number;
  lots: Lots;
  time: Instant;
  reason: DealReason;
  closedBy?: ClosedBy | undefined;
  quote: Quote;
  fill: Fill;
}>;

/**
 * The deal that closes a position or a part of it, with its swap. A target is filled at its price or not at
 * all; everything else slips.
 */
export function closingDeal(
  { position, instrument, valuation, costs, deals }: Held,
  exit: Closing,
  nothing: Money,
): Deal {
  const { side, openedAt: from } = position;
  const worth = { lots: exit.lots, quote: exit.quote, valuation };
  return {
    ...dealTerms(position),
    ticket: `${position.ticket}-${deals + 1}`,
    side: side === 'BUY' ? 'SELL' : 'BUY',
    entry: 'out',
    reason: exit.reason,
    ...(exit.closedBy && { closedBy: exit.closedBy }),
    lots: exit.lots,
    price: price(exit.points, position.openPrice.digits),
    time: exit.time,
    profit: valuation.profitOf(gainedPoints(position, exit.points), exit.lots, exit.quote),
    commission: valuation.commissionOf(exit.lots),
    swap: swapOf(costs, { instrument, side, from, to: exit.time }, worth),
    fee: exit.reason === 'take-profit' ? nothing : slippageFee(costs, exit.fill, worth),
    initialRisk: null,
  };
}

function dealTerms(position: Position) {
  return {
    positionTicket: position.ticket,
    orderKey: position.orderKey,
    symbol: position.symbol,
    stopLoss: position.stopLoss,
    takeProfit: position.takeProfit,
  };
}

function initialRisk(
  order: MarketOrder,
  entry: number,
  volume: Lots,
  quote: Quote,
  valuation: Valuation,
): Money | null {
  if (order.stopLoss === null) return null;
  const loss = valuation.profitOf(-Math.abs(entry - order.stopLoss.points), volume, quote);
  const commission = valuation.commissionOf(volume);
  return negateMoney(addMoney(loss, addMoney(commission, commission)));
}

/**
 * The deal by which a bar takes a position out, if it does.
 *
 * @param inside finer bars of the same symbol, where there are some: they tell what came first, and when
 */
export function exitDeal(
  each: Held,
  bar: Readonly<{ series: CandleSeries; index: number; inside?: CandleSeries | undefined }>,
  nothing: Money,
): Deal | undefined {
  const { side, lots: volume, stopLoss, takeProfit } = each.position;
  const levels = {
    side,
    stopLoss: stopLoss?.points ?? null,
    takeProfit: takeProfit?.points ?? null,
  };
  const whole = exitOn(levels, bar.series, bar.index);
  if (!whole) return undefined;
  const finer = whole.atOpen ? undefined : exitInside(levels, bar);
  const { points, reason, atOpen } = finer?.exit ?? whole;
  const { series, index } = finer ?? bar;
  const spread = atOpen
    ? (series.askOpen[index] ?? Number.NaN) - (series.open[index] ?? Number.NaN)
    : (series.askClose[index] ?? Number.NaN) - (series.close[index] ?? Number.NaN);
  const bid = side === 'BUY' ? points : points - spread;
  // Inside a bar the moment is unknown; its last millisecond keeps the deal on the bar's day.
  const time = atOpen
    ? instant(series.time[index] ?? Number.NaN)
    : addMilliseconds(closeTimeAt(series, index), -1);
  const quote = { bid, ask: bid + spread };
  const fill = { series, index, when: atOpen ? 'open' : 'inside' } as const;
  return closingDeal(each, { points, lots: volume, time, reason, quote, fill }, nothing);
}

/** The first of the finer bars within a bar that takes a position out. */
function exitInside(
  levels: Levels,
  { series, index, inside }: Parameters<typeof exitDeal>[1],
): Readonly<{ exit: Exit; series: CandleSeries; index: number }> | undefined {
  if (!inside) return undefined;
  const end = closeTimeAt(series, index);
  let at = firstAtOrAfter(inside, series.time[index] ?? Number.NaN);
  for (; at < inside.length && (inside.time[at] ?? end) < end; at += 1) {
    const exit = isCrossed(inside, at) ? undefined : exitOn(levels, inside, at);
    if (exit) return { exit, series: inside, index: at };
  }
  return undefined;
}

/** What of a position decides where it is taken out; levels in whole points, null for none. */
type Levels = Readonly<{ side: Side; stopLoss: number | null; takeProfit: number | null }>;

/**
 * Whether a quote takes a position out, and where. A buy leaves at the bid, a sell at the ask: a stop at that
 * price, however far beyond the stop it is; a target at no more than the target.
 */
export function exitAt(
  { side, stopLoss, takeProfit }: Levels,
  { bid, ask }: Quote,
): Pick<Exit, 'reason' | 'points'> | undefined {
  const points = side === 'BUY' ? bid : ask;
  // Distances towards profit: for a sell the market stands on its head.
  const sign = side === 'BUY' ? 1 : -1;
  if (stopLoss !== null && sign * (points - stopLoss) <= 0) return { reason: 'stop-loss', points };
  if (takeProfit !== null && sign * (points - takeProfit) >= 0) {
    return { reason: 'take-profit', points: takeProfit };
  }
  return undefined;
}

/** Whether a bar opens beyond a position's stop or target. */
export function leavesAtOpen({ position }: Held, { series, index }: BarAt): boolean {
  const { side, stopLoss, takeProfit } = position;
  const levels = {
    side,
    stopLoss: stopLoss?.points ?? null,
    takeProfit: takeProfit?.points ?? null,
  };
  return exitOn(levels, series, index)?.atOpen === true;
}

/** Where a position leaves a bar. `atOpen`: on its first price, not somewhere inside it. */
type Exit = Readonly<{
  reason: Extract<DealReason, 'stop-loss' | 'take-profit'>;
  points: number;
  atOpen: boolean;
}>;

/**
 * Whether a bar takes a position out, and where: its open as any quote, see `exitAt`. Behind that a bar does
 * not tell in which order its prices came, so every doubt goes against the position: when it touches both the
 * stop and the target, the stop was first.
 */
export function exitOn(levels: Levels, series: CandleSeries, index: number): Exit | undefined {
  const { stopLoss, takeProfit } = levels;
  const buy = levels.side === 'BUY';
  const first = exitAt(levels, {
    bid: series.open[index] ?? Number.NaN,
    ask: series.askOpen[index] ?? Number.NaN,
  });
  if (first) return { ...first, atOpen: true };
  const low = (buy ? series.low[index] : series.askLow[index]) ?? Number.NaN;
  const high = (buy ? series.high[index] : series.askHigh[index]) ?? Number.NaN;
  if (stopLoss !== null && (buy ? low <= stopLoss : high >= stopLoss)) {
    return { reason: 'stop-loss', points: stopLoss, atOpen: false };
  }
  if (takeProfit !== null && (buy ? high >= takeProfit : low <= takeProfit)) {
    return { reason: 'take-profit', points: takeProfit, atOpen: false };
  }
  return undefined;
}
