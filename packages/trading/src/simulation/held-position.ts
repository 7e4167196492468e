import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import { addMoney, type Money, negateMoney } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import type { Deal, DealReason } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import type { MarketOrder } from '../account/order.ts';
import type { Position } from '../account/position.ts';
import type { Quote, Valuation } from '../account/valuation.ts';
import { roundHalfAway } from '../rounding.ts';

/** A position with what the simulation keeps beside it. */
export type Held = Readonly<{
  position: Position;
  instrument: Instrument;
  valuation: Valuation;
  /** Blocked since the opening, in minor units. */
  marginMinor: number;
  /** Deals made so far, which number their tickets. */
  deals: number;
}>;

/** Points a position has gained at the quote's closing side: the bid for a buy, the ask for a sell. */
export function gainedPoints({ side, openPrice }: Position, exitPoints: number): number {
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
  terms: Readonly<{ instrument: Instrument; valuation: Valuation }>,
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
  return { position, ...terms, marginMinor, deals: 1 };
}

/** The deal that opened a position. */
export function openingDeal({ position, valuation }: Held, nothing: Money): Deal {
  return {
    ...dealTerms(position),
    ticket: `${position.ticket}-1`,
    side: position.side,
    entry: 'in',
    reason: 'order',
    lots: position.lots,
    price: position.openPrice,
    time: position.openedAt,
    profit: nothing,
    commission: valuation.commissionOf(position.lots),
    swap: nothing,
    fee: nothing,
    initialRisk: position.initialRisk,
  };
}

/** The deal that closes a position or a part of it. */
export function closingDeal(
  { position, valuation, deals }: Held,
  exit: Readonly<{ points: number; lots: Lots; time: Instant; reason: DealReason; quote: Quote }>,
  nothing: Money,
): Deal {
  return {
    ...dealTerms(position),
    ticket: `${position.ticket}-${deals + 1}`,
    side: position.side === 'BUY' ? 'SELL' : 'BUY',
    entry: 'out',
    reason: exit.reason,
    lots: exit.lots,
    price: price(exit.points, position.openPrice.digits),
    time: exit.time,
    profit: valuation.profitOf(gainedPoints(position, exit.points), exit.lots, exit.quote),
    commission: valuation.commissionOf(exit.lots),
    swap: nothing,
    fee: nothing,
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
