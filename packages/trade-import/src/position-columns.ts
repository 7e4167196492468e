import type { LanguageCode } from './languages.ts';
import { sideNamed } from './languages.ts';
import type { FileRow } from './report.ts';
import { placesByWords, type Table } from './sections.ts';
import { serverTime } from './times.ts';
import { UnreadableReport } from './unreadable.ts';

export type PositionColumns = Readonly<{
  openTime: number;
  ticket: number;
  symbol: number;
  side: number;
  volume: number;
  openPrice: number;
  stopLoss: number | null;
  takeProfit: number | null;
  closeTime: number;
  closePrice: number;
  commission: number | null;
  fee: number | null;
  swap: number | null;
  profit: number;
}>;

/** The order in which terminals write them, of all builds so far. */
const BY_ORDER: PositionColumns = {
  openTime: 0,
  ticket: 1,
  symbol: 2,
  side: 3,
  volume: 4,
  openPrice: 5,
  stopLoss: 6,
  takeProfit: 7,
  closeTime: 8,
  closePrice: 9,
  commission: 10,
  fee: null,
  swap: 11,
  profit: 12,
};
const COLUMN_COUNT = 13;
const ROWS_LOOKED_AT = 5;

/**
 * Where the columns of the positions stand: by their words, else by the terminal's order when the rows
 * below fit it.
 *
 * @throws UnreadableReport naming what was not found and what was
 */
export function positionColumns(
  table: Table,
  language: LanguageCode | null,
): { columns: PositionColumns; byOrder: boolean } {
  const places = placesByWords(table.header, language);
  const at = (column: Parameters<typeof places.get>[0], index = 0) =>
    places.get(column)?.[index] ?? null;
  const needed = {
    openTime: at('time'),
    ticket: at('position'),
    symbol: at('symbol'),
    side: at('type'),
    volume: at('volume'),
    openPrice: at('price'),
    closeTime: at('time', 1),
    closePrice: at('price', 1),
    profit: at('profit'),
  };
  const missing = Object.entries(needed).filter(([, place]) => place === null);
  if (missing.length === 0) {
    const optional = {
      stopLoss: at('stopLoss'),
      takeProfit: at('takeProfit'),
      commission: at('commission'),
      fee: at('fee'),
      swap: at('swap'),
    };
    return { columns: { ...needed, ...optional } as PositionColumns, byOrder: false };
  }
  const named = table.header.cells.filter((cell) => cell !== '');
  if (named.length === COLUMN_COUNT && table.rows.slice(0, ROWS_LOOKED_AT).every(fitsOrder))
    return { columns: BY_ORDER, byOrder: true };
  const words = missing.map(([name]) => NAMES[name as keyof typeof needed]).join(', ');
  throw new UnreadableReport(
    `Line ${table.header.line}: the columns of the positions are not recognised. Not found: ${words}. Found: ${named.join(', ')}.`,
  );
}

/** A row of positions, or the totals below them. */
function fitsOrder({ cells }: FileRow): boolean {
  if (cells[BY_ORDER.ticket] === undefined || cells[0] === '') return true;
  return (
    serverTime(cells[BY_ORDER.openTime] ?? '') !== null &&
    serverTime(cells[BY_ORDER.closeTime] ?? '') !== null &&
    sideNamed(cells[BY_ORDER.side] ?? '') !== null
  );
}

const NAMES = {
  openTime: 'time of opening',
  ticket: 'position',
  symbol: 'symbol',
  side: 'type',
  volume: 'volume',
  openPrice: 'price of opening',
  closeTime: 'time of closing',
  closePrice: 'price of closing',
  profit: 'profit',
} as const;
