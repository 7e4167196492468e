import type { Trade } from '@quorate/contract/trades';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import type { TradeRecord } from './trades.queries.ts';

/** A stored trade as it travels: money and prices as JSON numbers, whose text is exact. */
export function toTrade(row: TradeRecord): Trade {
  const currency = currencyOf(row.currency);
  const amount = (minor: number) => moneyToNumber(money(minor, currency));
  const decimal = (text: string | null) => (text === null ? null : Number(text));
  return {
    account_id: row.account_id,
    position_ticket: row.position_ticket,
    trade_time: row.trade_time.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    symbol: row.symbol,
    trade_type: row.trade_type,
    volume: Number(row.volume),
    digits: row.digits,
    price: Number(row.open_price),
    close_price: decimal(row.close_price),
    stop_loss: decimal(row.stop_loss),
    take_profit: decimal(row.take_profit),
    profit: amount(row.profit),
    gross_profit: amount(row.gross_profit),
    commission: amount(row.commission),
    swap: amount(row.swap),
    fee: amount(row.fee),
    initial_risk: row.initial_risk === null ? null : amount(row.initial_risk),
    currency: row.currency,
    account_type: row.account_type,
    status: row.status,
    decision_id: row.decision_id,
  };
}
