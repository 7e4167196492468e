import { sumOf } from './exact.ts';
import { type LanguageCode, sideNamed } from './languages.ts';
import { type DecimalSign, isZero, plainDecimal } from './numbers.ts';
import type { PositionRow } from './positions.ts';
import type { FileRow } from './report.ts';
import { type ColumnPlaces, placesByWords, type Table } from './sections.ts';
import { serverTime } from './times.ts';

type DealFee = {
  orderTicket: string;
  symbol: string;
  side: 'BUY' | 'SELL' | null;
  time: number;
  fee: string;
};

/** What only the deals tell: money that came and went, and fees, which positions have no column for. */
export type Deals = Readonly<{ balanceDeals: number; fees: readonly DealFee[] }>;

const NO_DEALS: Deals = { balanceDeals: 0, fees: [] };

export function readDeals(
  table: Table | undefined,
  language: LanguageCode | null,
  sign: DecimalSign,
): Deals {
  if (!table) return NO_DEALS;
  const places = placesByWords(table.header, language);
  const cellOf = reader(places);
  let balanceDeals = 0;
  const fees: DealFee[] = [];
  for (const row of table.rows) {
    const time = serverTime(cellOf(row, 'time'));
    if (time === null) continue;
    const symbol = cellOf(row, 'symbol');
    if (symbol === '') {
      balanceDeals += 1;
      continue;
    }
    const fee = plainDecimal(cellOf(row, 'fee'), sign);
    if (fee === null || isZero(fee)) continue;
    const side = sideNamed(cellOf(row, 'type'));
    fees.push({ orderTicket: cellOf(row, 'order'), symbol, side, time, fee });
  }
  return { balanceDeals, fees };
}

function reader(places: ColumnPlaces) {
  return (row: FileRow, column: Parameters<ColumnPlaces['get']>[0]) => {
    const place = places.get(column)?.[0];
    return place === undefined ? '' : (row.cells[place] ?? '');
  };
}

/**
 * Adds each deal's fee to its position. The report does not name a deal's position: the opening deal has its
 * ticket as order, the closing one its symbol, its time and the other side. A fee that fits no closed
 * position belongs to an open one.
 */
export function withFees(rows: readonly PositionRow[], deals: Deals): PositionRow[] {
  if (deals.fees.length === 0) return [...rows];
  const byTicket = new Map<string, number>();
  const byClose = new Map<string, number>();
  rows.forEach((row, index) => {
    if (!byTicket.has(row.ticket)) byTicket.set(row.ticket, index);
    byClose.set(
      closeKey(row.symbol, row.side === 'BUY' ? 'SELL' : 'BUY', row.closedServerMs),
      index,
    );
  });
  const found = new Map<number, string[]>();
  for (const { orderTicket, symbol, side, time, fee } of deals.fees) {
    const place = byTicket.get(orderTicket) ?? byClose.get(closeKey(symbol, side, time));
    if (place === undefined) continue;
    const fees = found.get(place);
    if (fees) fees.push(fee);
    else found.set(place, [fee]);
  }
  return rows.map((row, index) => {
    const fees = found.get(index);
    return fees ? { ...row, fee: sumOf([row.fee, ...fees]) } : row;
  });
}

function closeKey(symbol: string, side: string | null, time: number): string {
  return `${symbol} ${side} ${time}`;
}
