import type { TerminalDeal } from '../../bridge/records.ts';

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
