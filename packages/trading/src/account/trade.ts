import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Money } from '@quorate/values/money';
import type { Price } from '@quorate/values/price';
import type { ClosedBy } from './deal.ts';
import type { OrderKey, Side } from './order.ts';

/**
 * Why a trade ended. `stop`: the stop that it was opened with. `managed`: a stop that was moved, or a rule of its
 * exits. `stop_out`: the broker, for want of margin. Of several closing deals the last one tells.
 */
export type ExitReason = 'target' | 'stop' | 'stop_out' | ClosedBy;

/**
 * Which stop it was that closed a trade. Where the first one is not known, a stop at or beyond the opening price
 * has been moved, for no order is taken with one there, and any other counts as the first. Prices in one unit.
 */
export function stopExit(
  {
    side,
    openPrice,
    firstStop,
  }: Readonly<{ side: Side; openPrice: number; firstStop: number | null }>,
  stop: number,
): 'stop' | 'managed' {
  if (firstStop !== null) return stop === firstStop ? 'stop' : 'managed';
  const isBehind = side === 'BUY' ? stop < openPrice : stop > openPrice;
  return isBehind ? 'stop' : 'managed';
}

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
  /** null while it is open, and where nobody knows. */
  exitReason: ExitReason | null;
  grossProfit: Money;
  commission: Money;
  swap: Money;
  fee: Money;
  profit: Money;
  initialRisk: Money | null;
  /** Counts the deals seen, from 1: a later state of the same trade has the higher number. */
  revision: number;
}>;
