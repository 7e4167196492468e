import { readAccount } from './account.ts';
import { readDeals, withFees } from './deals.ts';
import { mergePositions } from './merge-positions.ts';
import { decimalSignOf, decimalsOf } from './numbers.ts';
import { positionColumns } from './position-columns.ts';
import { type PositionRow, readPositions } from './positions.ts';
import { readRows } from './read-rows.ts';
import type { FileRow, Report, ReportTrade } from './report.ts';
import { findTables, languageOf } from './sections.ts';
import { UnreadableReport } from './unreadable.ts';

/** Rows above the first table: the account is named there. */
const HEAD_ROWS = 20;

/** Titles that are named in the refusal of a file without positions. */
const TITLES_NAMED = 6;

/**
 * Reads a trade history report of MetaTrader 5, as the terminal saves it (HTML, XLSX) or as a table of text.
 *
 * It takes as long as the file is: a second for a hundred thousand rows. A service reads in a worker.
 *
 * @throws UnreadableReport with a sentence for the user, when the file as a whole cannot be read
 */
export async function readReport(bytes: Uint8Array): Promise<Report> {
  const { format, rows } = await readRows(bytes);
  const tables = findTables(rows);
  const positions = tables.find(({ section }) => section === 'positions');
  if (!positions) throw noPositions(rows);
  const language = languageOf(tables.map(({ header }) => header));
  const { columns, byOrder } = positionColumns(positions, language);
  const sign = decimalSignOf(positions.rows.flatMap(({ cells }) => cells));
  const deals = readDeals(
    tables.find(({ section }) => section === 'deals'),
    language,
    sign,
  );
  const read = readPositions(positions.rows, columns, sign);
  const { positions: closed, open } = mergePositions(withFees(read.rows, deals));
  const digits = digitsBySymbol(closed);
  return {
    format,
    language: byOrder ? null : language,
    account: readAccount(rows.slice(0, HEAD_ROWS)),
    trades: closed
      .map(({ ofVolume: _whole, ...trade }) => ({
        ...trade,
        digits: digits.get(trade.symbol) ?? 0,
      }))
      .sort(byClosing),
    balanceDeals: deals.balanceDeals,
    openPositions: read.open + open,
    faults: read.faults,
  };
}

function byClosing(a: ReportTrade, b: ReportTrade): number {
  return a.closedServerMs - b.closedServerMs || a.line - b.line;
}

function digitsBySymbol(positions: readonly PositionRow[]): Map<string, number> {
  const digits = new Map<string, number>();
  for (const { symbol, openPrice, closePrice, stopLoss, takeProfit } of positions) {
    const prices = [openPrice, closePrice, stopLoss ?? '0', takeProfit ?? '0'];
    const most = Math.max(digits.get(symbol) ?? 0, ...prices.map(decimalsOf));
    digits.set(symbol, most);
  }
  return digits;
}

function noPositions(rows: readonly FileRow[]): UnreadableReport {
  const titles = rows
    .map(({ cells }) => cells.filter((cell) => cell !== ''))
    .flatMap(([first, ...more]) => (first && more.length === 0 ? [first] : []))
    .slice(0, TITLES_NAMED);
  const found =
    titles.length > 0
      ? `Found instead: ${titles.join(', ')}.`
      : `Its ${rows.length} rows have no such title.`;
  return new UnreadableReport(
    `The section Positions is not in this file, under none of its names in seven languages. ${found} Save the history as a report in MetaTrader 5: History, right-click, Report.`,
  );
}
