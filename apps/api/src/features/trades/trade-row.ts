import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import { unitsFromNumber } from '@quorate/values/decimal';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import { priceFromNumber } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';
import { validationError } from '../../http/app-error.ts';

const MONEY_FIELDS = ['gross_profit', 'commission', 'swap', 'fee', 'profit'] as const;
const PRICE_FIELDS = ['open_price', 'close_price', 'stop_loss', 'take_profit'] as const;
const VOLUME_DIGITS = 3;

type MoneyField = (typeof MONEY_FIELDS)[number];

/** One row as it goes into the database: money in minor units, the rest as it came. */
export type TradeRow = Omit<TradeInput, MoneyField | 'initial_risk' | 'status'> &
  Record<MoneyField, number> & {
    initial_risk: number | null;
    status: 'OPEN' | 'CLOSED';
    /** What its source says where that is neither. */
    reported_status: string | null;
  };

/**
 * Checks what a schema cannot: that prices sit on points, money on minor units, and that the parts of
 * the profit add up to it.
 *
 * @throws AppError validation_failed naming every field, `trades.3.profit` for the fourth trade
 */
export function toTradeRows(account: AccountInput, trades: readonly TradeInput[]): TradeRow[] {
  const currency = currencyOf(account.currency);
  const faults: { field: string; message: string }[] = [];
  const rows = trades.map((trade, index) => {
    const check = <T>(field: string, read: () => T): T | null => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        faults.push({ field: `trades.${index}.${field}`, message: error.message });
        return null;
      }
    };
    for (const field of PRICE_FIELDS) {
      const value = trade[field];
      if (value !== null) check(field, () => priceFromNumber(value, trade.digits));
    }
    check('volume', () => unitsFromNumber(trade.volume, VOLUME_DIGITS));
    const minor = (field: MoneyField) =>
      check(field, () => moneyFromNumber(trade[field], currency).minor) ?? 0;
    const [gross_profit, commission, swap, fee, profit] = [
      minor('gross_profit'),
      minor('commission'),
      minor('swap'),
      minor('fee'),
      minor('profit'),
    ];
    const sum = gross_profit + commission + swap + fee;
    if (sum !== profit) {
      faults.push({
        field: `trades.${index}.profit`,
        message: `is ${profit} minor units, but gross_profit + commission + swap + fee is ${sum}`,
      });
    }
    const risk = trade.initial_risk;
    const initial_risk =
      risk === null ? null : check('initial_risk', () => moneyFromNumber(risk, currency).minor);
    return {
      ...trade,
      ...statusOf(trade.status),
      gross_profit,
      commission,
      swap,
      fee,
      profit,
      initial_risk,
    };
  });
  if (faults.length > 0) throw validationError(faults);
  return newestRevisions(rows);
}

function statusOf(reported: string): Pick<TradeRow, 'status' | 'reported_status'> {
  if (reported === 'OPEN' || reported === 'CLOSED')
    return { status: reported, reported_status: null };
  return { status: 'OPEN', reported_status: reported };
}

/**
 * One row a ticket, the highest revision of each: a statement may touch a row only once. Sorted, so that
 * batches that run in parallel lock rows in one order and cannot deadlock.
 */
function newestRevisions(rows: readonly TradeRow[]): TradeRow[] {
  const newest = new Map<string, TradeRow>();
  for (const row of rows) {
    const known = newest.get(row.position_ticket);
    if (!known || row.revision > known.revision) newest.set(row.position_ticket, row);
  }
  return [...newest.values()].sort((a, b) => (a.position_ticket < b.position_ticket ? -1 : 1));
}
