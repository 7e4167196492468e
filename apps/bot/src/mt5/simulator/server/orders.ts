import type { TerminalDeal } from '../../bridge/records.ts';
import type { Filling } from '../market/symbol-terms.ts';

/**
 * What requests, orders, fills, positions and deals have in common. Prices in points, volumes in units of the
 * symbol, money in minor units, times by the server's clock.
 */
type Terms = Readonly<{
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  stopLoss: number | null;
  takeProfit: number | null;
  magic: number;
  comment: string;
}>;

/** An order that the simulated terminal sends. */
export type DealRequest = Terms &
  Readonly<{
    action: 'deal';
    /** The position to close or reduce; null to open. */
    position: string | null;
    /** The price that the sender saw. */
    price: number;
    deviation: number;
    filling: Filling;
    /** Whether a person gave it, not the expert. */
    byHand?: boolean;
  }>;

export type StopsRequest = Pick<DealRequest, 'stopLoss' | 'takeProfit' | 'byHand'> &
  Readonly<{ action: 'stops'; position: string }>;

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

/** An order that was taken and is not done. */
export type WaitingOrder = Terms & Readonly<{ ticket: string; price: number }>;

/** An execution, ready to be booked. */
export type Fill = Terms &
  Readonly<{ order: string; price: number; reason: TerminalDeal['reason'] }>;

/** What is held. */
export type HeldPosition = Terms &
  Readonly<{
    /** Of the position for its whole life, reversals included: the order that began it. */
    ticket: string;
    /** Opening points times units, exact: an average price would lose cents. */
    openValue: number;
    swap: number;
    margin: number;
    openedMs: number;
  }>;

/** One line of the account's history. */
export type StoredDeal = Omit<Fill, 'side'> &
  Pick<TerminalDeal, 'ticket' | 'position' | 'type' | 'entry' | 'digits'> &
  Readonly<{
    volumeDigits: number;
    timeMs: number;
    profit: number;
    commission: number;
    swap: number;
    fee: number;
  }>;

/** Average opening price, rounded to the point. */
export function openPoints(position: HeldPosition): number {
  return Math.round(position.openValue / position.volume);
}
