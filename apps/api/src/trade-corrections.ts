import type { TradeCorrection } from '@quorate/contract/trades';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import type { CorrectionJson } from './db/tables.ts';

/** What a trade was before it was reported with other figures, as it travels: money as amounts. */
export function toCorrections(
  stored: readonly CorrectionJson[] | null,
  currency: string,
): TradeCorrection[] {
  if (!stored) return [];
  const minorUnits = 10 ** currencyDigits(currencyOf(currency));
  const amount = (minor: number) => minor / minorUnits;
  return stored.map((was) => ({
    at: was.at,
    revision: was.revision,
    symbol: was.symbol,
    trade_type: was.trade_type,
    volume: was.volume,
    price: was.open_price,
    close_price: was.close_price,
    opened_at: was.opened_at,
    closed_at: was.closed_at,
    profit: amount(was.profit),
    gross_profit: amount(was.gross_profit),
    commission: amount(was.commission),
    swap: amount(was.swap),
    fee: amount(was.fee),
    initial_risk: was.initial_risk === null ? null : amount(was.initial_risk),
    status: was.status,
    decision_id: was.decision_id,
  }));
}
