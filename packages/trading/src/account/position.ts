import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Currency, Money } from '@quorate/values/money';
import type { Price } from '@quorate/values/price';
import type { OrderKey, Side } from './order.ts';

/** What is held: exposure of one symbol in one direction. */
export type Position = Readonly<{
  ticket: PositionTicket;
  orderKey: OrderKey | null;
  symbol: string;
  side: Side;
  /** Volume still open. */
  lots: Lots;
  openPrice: Price;
  stopLoss: Price | null;
  takeProfit: Price | null;
  openedAt: Instant;
  /** Loss at the stop when it was opened, costs included; positive; null without a stop. */
  initialRisk: Money | null;
}>;

/** The account at one moment. All amounts are in `currency`. */
export type AccountState = Readonly<{
  currency: Currency;
  balance: Money;
  /** Balance plus the floating profit of what is open. */
  equity: Money;
  /** Blocked for what is open. */
  margin: Money;
  /** Equity less margin. */
  freeMargin: Money;
  /** 30 stands for 1:30. */
  leverage: number;
}>;
