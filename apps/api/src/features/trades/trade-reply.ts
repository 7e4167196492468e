import type { Trade } from '@quorate/contract/trades';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { toCorrections } from '../trade-corrections.ts';
import type { TradeRecord } from './trades.queries.ts';

/** A stored trade as it travels: money and prices as JSON numbers, whose text is exact. */
export function toTrade(row: TradeRecord): Trade {
  // Exact: a whole number divided by a power of ten is the number nearest to the amount.
  const minorUnits = 10 ** currencyDigits(currencyOf(row.currency));
  const amount = (minor: number) => minor / minorUnits;
  const decimal = (text: string | null) => (text === null ? null : Number(text));
  return {
    account_id: row.account_id,
    position_ticket: row.position_ticket,
    trade_time: isoOf(row.time_text),
    opened_at: isoOf(row.opened_text),
    closed_at: row.closed_text === null ? null : isoOf(row.closed_text),
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
    status: row.reported_status ?? row.status,
    decision_id: row.decision_id,
    corrections: toCorrections(row.corrections, row.currency),
  };
}

/** @param text as the database writes it: `2026-03-02 09:30:00`, with a fraction where there is one */
function isoOf(text: string): string {
  const time = text.slice(11, 23);
  const moment = `${text.slice(0, 10)}T${time.length === 8 ? `${time}.` : time}`;
  return `${moment.padEnd(23, '0')}Z`;
}
