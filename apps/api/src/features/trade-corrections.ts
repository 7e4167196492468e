import type { TradeCorrection } from '@quorate/contract/trades';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import type { CorrectionJson } from '../db/tables.ts';

/** What a trade was before it was reported with other figures, as it travels: money as amounts. */
export function toCorrections(
  stored: readonly CorrectionJson[] | null,
  currency: string,
): TradeCorrection[] {
  if (!stored) return [];
  const minorUnits = 10 ** currencyDigits(currencyOf(currency));
  const amount = (minor: number) => minor / minorUnits;
  return stored.map(({ replaced_by: _, open_price, ...was }) => ({
    ...was,
    price: open_price,
    profit: amount(was.profit),
    gross_profit: amount(was.gross_profit),
    commission: amount(was.commission),
    swap: amount(was.swap),
    fee: amount(was.fee),
    initial_risk: was.initial_risk === null ? null : amount(was.initial_risk),
  }));
}
