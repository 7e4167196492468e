import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Money } from '@quorate/values/money';
import type { Price } from '@quorate/values/price';
import type { OrderKey, Side } from './order.ts';

/**
 * A position as the trader sees it: everything that happened to it from its first deal, in one row.
 * `profit` is net: grossProfit + commission + swap + fee.
 */
export type Trade = Readonly<{
  positionTicket: PositionTicket;
  orderKey: OrderKey | null;
  symbol: string;
  side: Side;
  /** All that was ever opened under this ticket. */
  lots: Lots;
  /** Volume-weighted, rounded to the point. */
  openPrice: Price;
  /** Volume-weighted over the closing deals; null until the position is fully closed. */
  closePrice: Price | null;
  stopLoss: Price | null;
  takeProfit: Price | null;
  openedAt: Instant;
  closedAt: Instant | null;
  status: 'OPEN' | 'CLOSED';
  grossProfit: Money;
  commission: Money;
  swap: Money;
  fee: Money;
  profit: Money;
  initialRisk: Money | null;
  /** Counts the deals seen, from 1: a later state of the same trade has the higher number. */
  revision: number;
}>;
