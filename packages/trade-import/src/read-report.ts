import { type Closing, closeKey, exitIn, firstStops, withExits } from './exits.ts';
import { type LanguageCode, sideNamed } from './languages.ts';
import { type DecimalSign, decimalSignOf, decimalsOf, isZero, plainDecimal } from './numbers.ts';
import { positionColumns } from './position-columns.ts';
import { type PositionRow, readPositions } from './positions.ts';
import { readRows } from './read-rows.ts';
import type { FileRow, Report, ReportAccount, ReportTrade } from './report.ts';
import {
  type ColumnPlaces,
  findTables,
  languageOf,
  placesByWords,
  type Table,
} from './sections.ts';
import { serverTime } from './times.ts';
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
  const { format, rows: all } = await readRows(bytes);
  const tables = findTables(all);
  const positions = tables.find(({ section }) => section === 'positions');
  if (!positions) throw noPositions(all);
  const language = languageOf(tables.map(({ header }) => header));
  const { columns, byOrder } = positionColumns(positions, language);
  const sign = decimalSignOf(positions.rows.flatMap(({ cells }) => cells));
  const deals = readDeals(
    tables.find(({ section }) => section === 'deals'),
    language,
    sign,
  );
  const read = readPositions(positions.rows, columns, sign);
  const stops = firstStops(
    tables.find(({ section }) => section === 'orders'),
    language,
    sign,
  );
  const rows = withExits(withFees(read.rows, deals), deals.closings, stops);
  const { positions: closed, open } = mergePositions(rows);
  const digits = digitsBySymbol(closed);
  return {
    format,
    language: byOrder ? null : language,
    account: readAccount(all.slice(0, HEAD_ROWS)),
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

const NONE: ReportAccount = { login: null, server: null, currency: null, accountType: 'unknown' };

/** Such as `12345678 (USD, Broker-Demo, demo, Hedge)`; older builds leave the server out. */
const ACCOUNT = /^(\d{1,20})\s*\(([^()]*)\)/;
const CURRENCY = /^[A-Z]{3}$/;
const KINDS: Readonly<Record<string, ReportAccount['accountType']>> = {
  demo: 'demo',
  real: 'real',
  contest: 'unknown',
};
const NO_SERVER = /^(hedge|hedging|netting|netto|exchange)$/i;

/** The account a report is of, from its head. The holder's name stands beside it and is not read. */
function readAccount(rows: readonly FileRow[]): ReportAccount {
  for (const row of rows) {
    for (const cell of row.cells) {
      const match = ACCOUNT.exec(cell);
      const parts = match?.[2]?.split(',').map((part) => part.trim()) ?? [];
      const currency = parts.find((part) => CURRENCY.test(part));
      if (!match?.[1] || !currency) continue;
      const kind = parts.map((part) => KINDS[part.toLowerCase()]).find((found) => found);
      const server = parts.find(
        (part) => part !== currency && !KINDS[part.toLowerCase()] && !NO_SERVER.test(part),
      );
      return {
        login: match[1],
        server: server ?? null,
        currency,
        accountType: kind ?? 'unknown',
      };
    }
  }
  return NONE;
}

/**
 * Rows of one ticket put together, so that a trade is one row with the same key as the bot gives it.
 * Parts that were closed one after another are summed; a netting position that went through zero, or was
 * opened again under its old number, goes on as `-r2`, `-r3`, …
 */
function mergePositions(rows: readonly PositionRow[]): {
  positions: PositionRow[];
  /** Positions of which a part is still held. */
  open: number;
} {
  const byTicket = new Map<string, PositionRow[]>();
  for (const row of rows) {
    const known = byTicket.get(row.ticket);
    if (known) known.push(row);
    else byTicket.set(row.ticket, [row]);
  }
  const positions: PositionRow[] = [];
  let open = 0;
  for (const [ticket, parts] of byTicket) {
    segmentsOf(parts).forEach((segment, index) => {
      const position = {
        ...merge(segment),
        ticket: index === 0 ? ticket : `${ticket}-r${index + 1}`,
        ...(index > 0 && { firstStop: null }),
      };
      if (compare(position.volume, position.ofVolume) < 0) open += 1;
      else positions.push(position);
    });
  }
  return { positions, open };
}

/** Parts of one position overlap in time and have one side. */
function segmentsOf(parts: readonly PositionRow[]): PositionRow[][] {
  const ordered = parts.toSorted(
    (a, b) => a.openedServerMs - b.openedServerMs || a.closedServerMs - b.closedServerMs,
  );
  const segments: PositionRow[][] = [];
  let end = 0;
  for (const part of ordered) {
    const current = segments.at(-1);
    const joins = current?.[0]?.side === part.side && part.openedServerMs < end;
    const sameStart =
      current?.[0]?.side === part.side && current[0].openedServerMs === part.openedServerMs;
    if (current && (joins || sameStart)) current.push(part);
    else segments.push([part]);
    end = joins || sameStart ? Math.max(end, part.closedServerMs) : part.closedServerMs;
  }
  return segments;
}

function merge(parts: readonly PositionRow[]): PositionRow {
  const [first, ...more] = parts;
  if (!first) throw new Error('a position has at least one row');
  if (more.length === 0) return first;
  const last = parts.reduce((a, b) => (b.closedServerMs >= a.closedServerMs ? b : a));
  const total = (field: 'volume' | 'grossProfit' | 'commission' | 'swap' | 'fee') =>
    sumOf(parts.map((part) => part[field]));
  const average = (field: 'openPrice' | 'closePrice') =>
    averagePrice(parts.map((part) => ({ price: part[field], volume: part.volume })));
  const volume = total('volume');
  // Every part says how large the whole was; without that, the parts are the whole.
  const stated = parts.filter((part) => compare(part.ofVolume, part.volume) !== 0);
  const ofVolume = stated.reduce(
    (most, part) => (compare(part.ofVolume, most) > 0 ? part.ofVolume : most),
    stated.length > 0 ? '0' : volume,
  );
  return {
    ...first,
    volume,
    ofVolume,
    openPrice: average('openPrice'),
    closePrice: average('closePrice'),
    stopLoss: last.stopLoss,
    takeProfit: last.takeProfit,
    closedServerMs: last.closedServerMs,
    exit: last.exit,
    grossProfit: total('grossProfit'),
    commission: total('commission'),
    swap: total('swap'),
    fee: total('fee'),
  };
}

type DealFee = {
  orderTicket: string;
  symbol: string;
  side: 'BUY' | 'SELL' | null;
  time: number;
  fee: string;
};

/** What only the deals tell: money that came and went, fees, which positions have no column for, and what closed. */
type Deals = Readonly<{
  balanceDeals: number;
  fees: readonly DealFee[];
  closings: readonly Closing[];
}>;

const NO_DEALS: Deals = { balanceDeals: 0, fees: [], closings: [] };

function readDeals(
  table: Table | undefined,
  language: LanguageCode | null,
  sign: DecimalSign,
): Deals {
  if (!table) return NO_DEALS;
  const places = placesByWords(table.header, language);
  const cellOf = reader(places);
  let balanceDeals = 0;
  const fees: DealFee[] = [];
  const closings: Closing[] = [];
  for (const row of table.rows) {
    const time = serverTime(cellOf(row, 'time'));
    if (time === null) continue;
    const symbol = cellOf(row, 'symbol');
    if (symbol === '') {
      balanceDeals += 1;
      continue;
    }
    const side = sideNamed(cellOf(row, 'type'));
    const deal = { orderTicket: cellOf(row, 'order'), symbol, side, time };
    closings.push({
      ...deal,
      volume: plainDecimal(cellOf(row, 'volume'), sign) ?? '',
      price: plainDecimal(cellOf(row, 'price'), sign) ?? '',
      exit: exitIn(row),
    });
    const fee = plainDecimal(cellOf(row, 'fee'), sign);
    if (fee !== null && !isZero(fee)) fees.push({ ...deal, fee });
  }
  return { balanceDeals, fees, closings };
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
function withFees(rows: readonly PositionRow[], deals: Deals): PositionRow[] {
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

/** A decimal text as whole units of its last decimal. Sums of any length stay exact. */
type Exact = { units: bigint; digits: number };

function exact(decimal: string): Exact {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return {
    units: BigInt(whole.replace('-', '') + fraction) * signOf(decimal),
    digits: fraction.length,
  };
}

function signOf(decimal: string): bigint {
  return decimal.startsWith('-') ? -1n : 1n;
}

function scaled({ units, digits }: Exact, to: number): bigint {
  return units * 10n ** BigInt(to - digits);
}

function text(units: bigint, digits: number): string {
  const negative = units < 0n;
  const all = (negative ? -units : units).toString().padStart(digits + 1, '0');
  const plain = digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
  return negative ? `-${plain}` : plain;
}

/** @example sumOf(['0.1', '0.02']) // '0.12' */
function sumOf(decimals: readonly string[]): string {
  const parts = decimals.map(exact);
  const digits = Math.max(0, ...parts.map((part) => part.digits));
  return text(
    parts.reduce((sum, part) => sum + scaled(part, digits), 0n),
    digits,
  );
}

/** Less than, equal to or more than 0 as a is below, at or above b. */
function compare(a: string, b: string): number {
  const difference = exact(sumOf([a, b.startsWith('-') ? b.slice(1) : `-${b}`])).units;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** The average of prices by volume, rounded to the prices' own decimals, halves upwards. */
function averagePrice(parts: readonly { price: string; volume: string }[]): string {
  const digits = Math.max(0, ...parts.map(({ price }) => exact(price).digits));
  const volumeDigits = Math.max(0, ...parts.map(({ volume }) => exact(volume).digits));
  let weighted = 0n;
  let volumes = 0n;
  for (const { price, volume } of parts) {
    const lots = scaled(exact(volume), volumeDigits);
    weighted += scaled(exact(price), digits) * lots;
    volumes += lots;
  }
  return text(volumes === 0n ? 0n : (2n * weighted + volumes) / (2n * volumes), digits);
}
