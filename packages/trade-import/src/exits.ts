import type { LanguageCode } from './languages.ts';
import { type DecimalSign, isZero, plainDecimal } from './numbers.ts';
import type { PositionRow } from './positions.ts';
import type { FileRow, ReportExit } from './report.ts';
import { placesByWords, type Table } from './sections.ts';

/** As terminals write them: `[sl 1.10000]`, `[tp 1.10600]`, `[so 48.90%/123.45/252.50]`. */
const LEVEL = /^\[(sl|tp)(?: (\d{1,15}(?:[.,]\d{1,8})?))?\]$/i;
const STOP_OUT = /^\[?so(?:[ :]+\d[\d.,]* ?%.*)?\]?$/i;

/** What a comment says of a closing; null where it says nothing plain. */
export function exitNamed(comment: string): ReportExit | null {
  const [, by, level] = LEVEL.exec(comment) ?? [];
  if (by)
    return { by: by.toLowerCase() === 'sl' ? 'sl' : 'tp', level: level?.replace(',', '.') ?? null };
  return STOP_OUT.test(comment) ? { by: 'so', level: null } : null;
}

/** Of a row, whichever of its cells holds the comment: its header differs from language to language. */
export function exitIn({ cells, comment }: FileRow): ReportExit | null {
  for (const cell of comment === undefined ? cells : [comment, ...cells]) {
    const exit = exitNamed(cell);
    if (exit) return exit;
  }
  return null;
}

/** A deal that may have closed a position; the report does not say which. */
export type Closing = Readonly<{
  orderTicket: string;
  symbol: string;
  side: 'BUY' | 'SELL' | null;
  time: number;
  volume: string;
  price: string;
  exit: ReportExit | null;
}>;

/** The stops that orders were sent with, by their tickets: an opening order has the number of its position. */
export function firstStops(
  table: Table | undefined,
  language: LanguageCode | null,
  sign: DecimalSign,
): Map<string, string> {
  const stops = new Map<string, string>();
  if (!table) return stops;
  const { header, rows } = table;
  const places = placesByWords(header, language);
  const [order, stop] = [places.get('order')?.[0], places.get('stopLoss')?.[0]];
  if (order === undefined || stop === undefined) return stops;
  for (const { cells } of rows) {
    const level = plainDecimal(cells[stop] ?? '', sign);
    if (level !== null && !isZero(level)) stops.set(cells[order] ?? '', level);
  }
  return stops;
}

/**
 * Says of each position what closed it, where that is beyond doubt: its deals have its symbol, its time of closing
 * and the other side. Where several were made in that second, volume and price have to tell them apart.
 */
export function withExits(
  rows: readonly PositionRow[],
  closings: readonly Closing[],
  stops: ReadonlyMap<string, string>,
): PositionRow[] {
  const openings = new Set(rows.map(({ ticket }) => ticket));
  const byClose = new Map<string, Closing[]>();
  const anyNamed = closings.some(({ exit }) => exit !== null);
  for (const each of anyNamed ? closings : []) {
    if (openings.has(each.orderTicket)) continue;
    const key = closeKey(each.symbol, each.side, each.time);
    const known = byClose.get(key);
    if (known) known.push(each);
    else byClose.set(key, [each]);
  }
  return rows.map((row) => {
    const other = row.side === 'BUY' ? 'SELL' : 'BUY';
    const near = byClose.get(closeKey(row.symbol, other, row.closedServerMs)) ?? [];
    const same = near.filter(
      ({ volume, price }) =>
        Number(volume) === Number(row.volume) && Number(price) === Number(row.closePrice),
    );
    const told = onlyExit(near) ?? onlyExit(same);
    const isDoubtful = told !== null && row.exit !== null && told.by !== row.exit.by;
    const exit = isDoubtful ? null : (told ?? row.exit);
    return { ...row, exit, firstStop: stops.get(row.ticket) ?? null };
  });
}

/** What all of them say; null where one says something else, or nothing. */
function onlyExit(all: readonly Readonly<{ exit: ReportExit | null }>[]): ReportExit | null {
  const [first] = all;
  return first?.exit && all.every(({ exit }) => exit?.by === first.exit?.by) ? first.exit : null;
}

export function closeKey(symbol: string, side: string | null, time: number): string {
  return `${symbol} ${side} ${time}`;
}
