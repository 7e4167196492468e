import { R_CLASSES } from '@quorate/contract/trade-charts';
import { sessionAt } from '@quorate/trading/market/session';
import { serverTimeOfDayMs, serverWeekday } from '@quorate/trading/market/trading-day';
import { addSums, NO_TRADES, sumNets, type TradeSums } from '@quorate/trading/statistics/summary';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@quorate/values/instant';

/** Trades, wins, losses and net of closed trades, money in minor units. */
export type Slice = [trades: number, wins: number, losses: number, net: number];

/** A trade as far as sums need it; money in minor units, volume in thousandths of a lot. */
export type CellRow = Readonly<{
  tradeTime: number;
  openedAt: number;
  closed: boolean;
  symbol: string;
  volume: number;
  profit: number;
  /** Commission, swap and fee together. */
  costs: number;
  initialRisk: number | null;
}>;

/** The core's sums of closed trades, what they cost, and their R. */
export type Totals = TradeSums &
  Readonly<{
    costs: number;
    /** Trades with a stop, and the sum of their R in millionths. */
    withR: number;
    rSum: number;
  }>;

export const NO_TOTALS: Totals = { ...NO_TRADES, costs: 0, withR: 0, rSum: 0 };

export function addTotals(one: Totals, other: Totals): Totals {
  return {
    ...addSums(one, other),
    costs: one.costs + other.costs,
    withR: one.withR + other.withR,
    rSum: one.rSum + other.rSum,
  };
}

/** Farther out an R is a mistake of its stop; it counts as this much. */
export const R_MOST_MILLIONTHS = 1e10;

/** R in whole millionths, as the database rounds it (`R_MILLIONTHS`). @returns null without a stop */
export function rMillionths(profit: number, initialRisk: number | null): number | null {
  if (initialRisk === null || initialRisk <= 0) return null;
  const r = Math.floor((profit * 1e6) / initialRisk + 0.5);
  return Math.max(-R_MOST_MILLIONTHS, Math.min(R_MOST_MILLIONTHS, r));
}

/** Of one closed trade. */
function totalsOf(row: Pick<CellRow, 'profit' | 'costs' | 'initialRisk'>): Totals {
  const r = rMillionths(row.profit, row.initialRisk);
  return {
    ...sumNets([row.profit]),
    costs: row.costs,
    withR: r === null ? 0 : 1,
    rSum: r ?? 0,
  };
}

type Counts = Record<string, number>;

/** The sums of some trades of one account. The same sums come from rows and from smaller cells. */
export type Cell = {
  n: number;
  sums: Totals;
  symbols: Counts;
  volumes: Counts;
  profits: Counts;
  slices: Record<string, Slice>;
};

export function emptyCell(): Cell {
  return { n: 0, sums: NO_TOTALS, symbols: {}, volumes: {}, profits: {}, slices: {} };
}

/** Adds a trade to its sums. */
export function addRow(cell: Cell, row: CellRow): void {
  cell.n += 1;
  count(cell.symbols, row.symbol, 1);
  count(cell.volumes, String(row.volume), 1);
  count(cell.profits, String(profitClass(row.profit)), 1);
  if (!row.closed) return;
  cell.sums = addTotals(cell.sums, totalsOf(row));
  const slice = sliceOf(row.profit);
  for (const key of sliceKeys(row)) addSlice(cell.slices, key, slice);
}

/** Adds the sums of other trades. */
export function addCell(cell: Cell, other: Cell): void {
  cell.n += other.n;
  cell.sums = addTotals(cell.sums, other.sums);
  for (const part of ['symbols', 'volumes', 'profits'] as const)
    for (const key in other[part]) count(cell[part], key, other[part][key] ?? 0);
  for (const key in other.slices) addSlice(cell.slices, key, other.slices[key] as Slice);
}

export function sliceOf(net: number): Slice {
  return [1, net > 0 ? 1 : 0, net < 0 ? 1 : 0, net];
}

export function add(to: Slice, more: Readonly<Slice>): void {
  to[0] += more[0];
  to[1] += more[1];
  to[2] += more[2];
  to[3] += more[3];
}

/** Under which keys a closed trade is summed up: `w1` Monday, `h13`, `sasia`, `r0`, `yEURUSD`. */
function sliceKeys(row: CellRow): string[] {
  return [...openedKeys(instant(row.openedAt)), `r${rClass(row)}`, `y${row.symbol}`];
}

/** The keys that follow from when a trade was opened. */
export function openedKeys(opened: Instant): [weekday: string, hour: string, session: string] {
  return [
    `w${serverWeekday(opened) || 7}`,
    `h${Math.floor(serverTimeOfDayMs(opened) / HOUR_MS)}`,
    `s${sessionAt(opened)}`,
  ];
}

/** Which class of R a trade is in; `none` without a stop. */
function rClass({ profit, initialRisk }: CellRow): number | 'none' {
  if (initialRisk === null || initialRisk <= 0) return 'none';
  // Multiplied, not divided: the ends are halves, so that every comparison is exact.
  const index = R_CLASSES.findIndex((end) => profit < end * initialRisk);
  return index === -1 ? R_CLASSES.length : index;
}

export function addSlice(slices: Record<string, Slice>, key: string, more: Readonly<Slice>): void {
  const slice = slices[key];
  if (slice) add(slice, more);
  else slices[key] = [...more];
}

function count(counts: Counts, key: string, more: number): void {
  counts[key] = (counts[key] ?? 0) + more;
}

/** Below it every profit is a class of its own. */
const EXACT = 32;
/** Classes in each doubling. */
const PARTS = 16;

/**
 * The class of a profit in minor units: classes are in the order of the profits, and none is wider than
 * a sixteenth of what it holds, so that a class of anybody's trades can be read in a moment.
 */
export function profitClass(minor: number): number {
  const size = Math.abs(minor);
  if (size < EXACT) return minor;
  let octave = Math.floor(Math.log2(size));
  // The logarithm of a number beside a power of two may be rounded to the wrong side.
  if (2 ** octave > size) octave -= 1;
  else if (2 ** (octave + 1) <= size) octave += 1;
  const part = Math.floor(size / 2 ** (octave - 4)) - PARTS;
  return Math.sign(minor) * (EXACT + (octave - 5) * PARTS + part);
}

/** The profits of a class, both ends within. */
export function profitsOf(profitClass: number): { from: number; to: number } {
  const index = Math.abs(profitClass);
  if (index < EXACT) return { from: profitClass, to: profitClass };
  const octave = 5 + Math.floor((index - EXACT) / PARTS);
  const width = 2 ** (octave - 4);
  const low = width * (PARTS + ((index - EXACT) % PARTS));
  const high = low + width - 1;
  return profitClass > 0 ? { from: low, to: high } : { from: -high, to: -low };
}

/** The UTC month of a day, as days since 1970: from its first to that of the next. */
export function monthOf(day: number): { from: number; to: number } {
  const date = new Date(day * DAY_MS);
  const first = (months: number) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
  return { from: first(0), to: first(1) };
}
