import type { Trade, TradeCorrection } from '@quorate/contract/trades';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import type { CorrectionJson } from '../../db/tables.ts';

/**
 * Every column of a trade that its owner sees, in the order of the files that they download: replies, the
 * corrections in them, and the files are made of it. `wire` is its name in replies, `file` in files, where that
 * differs. Money is stored in minor units, prices and volumes as exact decimals. An `excursion` is money that a
 * correction does not compare: it follows from bars, not from deals.
 */
export const TRADE_COLUMNS = [
  { name: 'position_ticket', kind: 'text' },
  { name: 'account_type', kind: 'text' },
  { name: 'symbol', kind: 'text' },
  { name: 'trade_type', kind: 'text' },
  { name: 'status', kind: 'status' },
  { name: 'volume', kind: 'volume' },
  { name: 'opened_at', kind: 'time' },
  { name: 'closed_at', kind: 'time' },
  { name: 'open_price', kind: 'price', wire: 'price' },
  { name: 'close_price', kind: 'price' },
  { name: 'stop_loss', kind: 'price' },
  { name: 'take_profit', kind: 'price' },
  { name: 'gross_profit', kind: 'money' },
  { name: 'commission', kind: 'money' },
  { name: 'swap', kind: 'money' },
  { name: 'fee', kind: 'money' },
  { name: 'profit', kind: 'money', file: 'net_profit' },
  { name: 'initial_risk', kind: 'money' },
  { name: 'best_excursion', kind: 'excursion' },
  { name: 'worst_excursion', kind: 'excursion' },
  { name: 'exit_reason', kind: 'text' },
  { name: 'currency', kind: 'text' },
  { name: 'decision_id', kind: 'text' },
] as const satisfies readonly TradeColumn[];

export type TradeColumn = Readonly<{
  name: string;
  kind: 'text' | 'status' | 'volume' | 'time' | 'price' | 'money' | 'excursion';
  wire?: string;
  file?: string;
}>;
type Column = (typeof TRADE_COLUMNS)[number];
type Named<Kind extends TradeColumn['kind']> = Extract<Column, { kind: Kind }>['name'];

/** Rows of money as they are stored. */
type MoneyRow = Readonly<Record<Named<'money'>, number | null> & { currency: string }>;
type ExcursionRow = Readonly<Record<Named<'excursion'>, number | null>>;
/** Rows with all their figures. */
export type FigureRow = MoneyRow &
  ExcursionRow &
  Readonly<
    Record<Named<'volume' | 'price'>, string | null> & {
      status: string;
      reported_status: string | null;
    }
  >;
type Money = Pick<Trade, Named<'money'>>;
type Figures = Money &
  Pick<Trade, Named<'excursion'>> &
  Pick<Trade, 'volume' | 'price' | 'close_price' | 'stop_loss' | 'take_profit' | 'status'>;

const DECIMALS = TRADE_COLUMNS.filter(
  ({ kind }) => kind === 'volume' || kind === 'price',
) as readonly (TradeColumn & { name: Named<'volume' | 'price'> })[];
const MONEY = TRADE_COLUMNS.filter(({ kind }) => kind === 'money') as readonly (TradeColumn & {
  name: Named<'money'>;
})[];
const EXCURSIONS = TRADE_COLUMNS.filter(
  ({ kind }) => kind === 'excursion',
) as readonly (TradeColumn & { name: Named<'excursion'> })[];

/** Figures of a stored trade as they travel: JSON numbers, whose text is exact. */
export function figuresOf(row: FigureRow): Figures {
  const figures: Record<string, unknown> = moneyOf(row, row.currency);
  const minorUnits = minorUnitsOf(row.currency);
  for (const { name } of EXCURSIONS) {
    const minor = row[name];
    figures[name] = minor === null ? null : minor / minorUnits;
  }
  for (const { name, wire = name } of DECIMALS) {
    const text = row[name];
    figures[wire] = text === null ? null : Number(text);
  }
  figures.status = statusOf(row);
  return figures as Figures;
}

/** The word of its source, where that calls it neither open nor closed. */
export function statusOf({
  status,
  reported_status,
}: Pick<FigureRow, 'status' | 'reported_status'>): string {
  return reported_status ?? status;
}

/** What a trade was before it was reported with other figures, oldest first. */
export function toCorrections(
  stored: readonly CorrectionJson[] | null,
  currency: string,
): TradeCorrection[] {
  return (stored ?? []).map(({ replaced_by: _, open_price: price, ...was }) => ({
    ...was,
    price,
    ...moneyOf(was, currency),
  }));
}

/** Exact: a whole number divided by a power of ten is the number nearest to the amount. */
function moneyOf(row: Readonly<Record<Named<'money'>, number | null>>, currency: string): Money {
  const minorUnits = minorUnitsOf(currency);
  const amounts: Record<string, number | null> = {};
  for (const { name } of MONEY) {
    const minor = row[name];
    amounts[name] = minor === null ? null : minor / minorUnits;
  }
  return amounts as Money;
}

function minorUnitsOf(currency: string): number {
  return 10 ** currencyDigits(currencyOf(currency));
}
