import type { TerminalDeal } from '../../bridge/records.ts';
import type { Filling } from '../market/symbol-terms.ts';

/** The orders that the simulated terminal sends. Prices in points, volumes in units of the symbol. */
export type DealRequest = Readonly<{
  action: 'deal';
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  /** The position to close or reduce; null to open. */
  position: string | null;
  /** The price that the sender saw. */
  price: number;
  stopLoss: number | null;
  takeProfit: number | null;
  deviation: number;
  filling: Filling;
  magic: number;
  comment: string;
  /** Whether a person gave it, not the expert. */
  byHand?: boolean;
}>;

export type StopsRequest = Readonly<{
  action: 'stops';
  position: string;
  stopLoss: number | null;
  takeProfit: number | null;
  byHand?: boolean;
}>;

export type TradeAnswer = Readonly<{
  retcode: number;
  order: string;
  deal: string;
  volume: number;
  price: number;
}>;

export function refusal(retcode: number): TradeAnswer {
  return { retcode, order: '0', deal: '0', volume: 0, price: 0 };
}

/** What is held. Prices in points, volume in units of the symbol, money in minor units. */
export type HeldPosition = Readonly<{
  /** Of the position for its whole life, reversals included: the order that began it. */
  ticket: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  /** Opening points times units, exact: an average price would lose cents. */
  openValue: number;
  stopLoss: number | null;
  takeProfit: number | null;
  swap: number;
  margin: number;
  magic: number;
  comment: string;
  /** The server's clock. */
  openedMs: number;
}>;

/** One line of the account's history. */
export type StoredDeal = Readonly<{
  ticket: string;
  order: string;
  position: string;
  symbol: string;
  type: TerminalDeal['type'];
  entry: TerminalDeal['entry'];
  reason: TerminalDeal['reason'];
  volume: number;
  price: number;
  digits: number;
  volumeDigits: number;
  stopLoss: number | null;
  takeProfit: number | null;
  /** The server's clock. */
  timeMs: number;
  profit: number;
  commission: number;
  swap: number;
  fee: number;
  magic: number;
  comment: string;
}>;

/** An order that was taken and is not done. */
export type WaitingOrder = Readonly<{
  ticket: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  price: number;
  stopLoss: number | null;
  takeProfit: number | null;
  magic: number;
  comment: string;
}>;

/** An execution, ready to be booked. */
export type Fill = Readonly<{
  order: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  price: number;
  stopLoss: number | null;
  takeProfit: number | null;
  reason: TerminalDeal['reason'];
  magic: number;
  comment: string;
}>;

/** Average opening price, rounded to the point. */
export function openPoints(position: HeldPosition): number {
  return Math.round(position.openValue / position.volume);
}
