import { exitIn } from './exits.ts';
import { sideNamed } from './languages.ts';
import { type DecimalSign, isZero, plainDecimal } from './numbers.ts';
import type { PositionColumns } from './position-columns.ts';
import type { FileRow, ReportTrade, RowFault } from './report.ts';
import { serverTime } from './times.ts';

/** A row of the section Positions. `ofVolume` is more than `volume` while a part of it is still held. */
export type PositionRow = Omit<ReportTrade, 'digits'> & Readonly<{ ofVolume: string }>;

export type PositionRows = Readonly<{
  rows: PositionRow[];
  /** Without a time of closing. */
  open: number;
  faults: RowFault[];
}>;

/** Reads every row of the positions; a row that makes no sense is told with its line. */
export function readPositions(
  rows: readonly FileRow[],
  columns: PositionColumns,
  sign: DecimalSign,
): PositionRows {
  const read: PositionRow[] = [];
  const faults: RowFault[] = [];
  let open = 0;
  for (const row of rows) {
    if (isTotal(row, columns)) continue;
    if (
      cellOf(row, columns.closeTime) === '' &&
      serverTime(cellOf(row, columns.openTime)) !== null
    ) {
      open += 1;
      continue;
    }
    const result = readPosition(row, columns, sign);
    if ('message' in result) faults.push({ line: row.line, message: result.message });
    else read.push(result);
  }
  return { rows: read, open, faults };
}

/** The sums below the positions have neither ticket nor symbol. */
function isTotal(row: FileRow, columns: PositionColumns): boolean {
  return cellOf(row, columns.ticket) === '' && cellOf(row, columns.symbol) === '';
}

function readPosition(
  row: FileRow,
  columns: PositionColumns,
  sign: DecimalSign,
): PositionRow | { message: string } {
  const problems: string[] = [];
  const text = (column: number | null) => cellOf(row, column);
  const figure = (name: string, column: number | null, missing: string | null) => {
    const cell = text(column);
    if (cell === '' && missing !== null) return missing;
    const value = plainDecimal(cell, sign);
    if (value === null) problems.push(`${name} '${cell}' is not a number`);
    return value ?? '0';
  };
  const time = (name: string, column: number) => {
    const value = serverTime(text(column));
    if (value === null)
      problems.push(`${name} '${text(column)}' is not a time such as 2025.01.31 14:05:00`);
    return value ?? 0;
  };
  const stop = (name: string, column: number | null) => {
    const value = figure(name, column, '0');
    return isZero(value) ? null : value;
  };

  const ticket = text(columns.ticket);
  if (!/^\d{1,20}$/.test(ticket)) problems.push(`position '${ticket}' is not a number`);
  const side = sideNamed(text(columns.side));
  if (!side) problems.push(`type '${text(columns.side)}' is neither buy nor sell`);
  const [part = '', whole = part] = text(columns.volume).split('/');
  const volume = plainDecimal(part, sign);
  const ofVolume = plainDecimal(whole, sign);
  if (!volume || !ofVolume || isZero(volume))
    problems.push(`volume '${text(columns.volume)}' is not a number of lots`);
  const openedServerMs = time('time of opening', columns.openTime);
  const closedServerMs = time('time of closing', columns.closeTime);
  if (problems.length === 0 && closedServerMs < openedServerMs)
    problems.push('is closed before it is opened');
  const position = {
    line: row.line,
    ticket,
    symbol: text(columns.symbol),
    side: side ?? 'BUY',
    volume: volume ?? '0',
    ofVolume: ofVolume ?? '0',
    openPrice: figure('price of opening', columns.openPrice, null),
    closePrice: figure('price of closing', columns.closePrice, null),
    stopLoss: stop('S / L', columns.stopLoss),
    takeProfit: stop('T / P', columns.takeProfit),
    openedServerMs,
    closedServerMs,
    grossProfit: figure('profit', columns.profit, null),
    commission: figure('commission', columns.commission, '0'),
    swap: figure('swap', columns.swap, '0'),
    fee: figure('fee', columns.fee, '0'),
    exit: exitIn(row),
    firstStop: null,
  };
  return problems.length > 0 ? { message: problems.join('; ') } : position;
}

function cellOf(row: FileRow, column: number | null): string {
  return column === null ? '' : (row.cells[column] ?? '');
}
