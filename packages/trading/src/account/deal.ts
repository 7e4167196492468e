import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Money } from '@quorate/values/money';
import type { Price } from '@quorate/values/price';
import type { OrderKey, Side } from './order.ts';

/** Whether a deal opens or adds, closes or reduces, or (on netting accounts) reverses a position. */
export type DealEntry = 'in' | 'out' | 'inout';

/** Why a deal happened. `stop-out`: the broker closed for want of margin. */
export type DealReason = 'order' | 'close' | 'stop-loss' | 'take-profit' | 'stop-out';

/**
 * Who closed at the market: a rule of the exits, what closes everything (a limit, news, a weekend, the owner's
 * order for all of it), or the owner by hand.
 */
export type ClosedBy = 'managed' | 'flattened' | 'manual';

/**
 * One execution. A BUY that opens and a SELL that closes it are two deals of one position.
 * Money is in the account's currency; costs are negative, as the terminal reports them.
 */
export type Deal = Readonly<{
  ticket: string;
  positionTicket: PositionTicket;
  orderKey: OrderKey | null;
  symbol: string;
  side: Side;
  entry: DealEntry;
  reason: DealReason;
  /** On deals of reason `close`; absent where nobody knows. */
  closedBy?: ClosedBy;
  lots: Lots;
  price: Price;
  stopLoss: Price | null;
  takeProfit: Price | null;
  time: Instant;
  profit: Money;
  commission: Money;
  swap: Money;
  fee: Money;
  /** On deals that open: loss at the stop, costs included; positive; null without a stop. */
  initialRisk: Money | null;
}>;
