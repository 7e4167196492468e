import { candleFault, type Place, shown } from './candle-fault.ts';
import { type Layout, splitRow } from './layout.ts';

/** Kept from row to row. */
export type RowState = {
  readonly file: string;
  readonly layout: Layout;
  readonly columns: Columns;
  /** Whether any time in the file ends with Z. */
  statesUtc: boolean;
  /** Rows with the time of the row before them, which are left out; null where one is refused. */
  readonly repeats: Repeats | null;
};

/** Rows of a file that were left out because they repeat. */
export type Repeats = { count: number; firstLine: number };

const cell: Decimal = { units: 0, decimals: 0 };
const SPREAD_LIMIT = 1_000_000;

/**
 * Adds one row to the columns.
 *
 * @throws CandleFileError with the line, the column, the value and the limit
 */
export function readRow(state: RowState, line: number, text: string): void {
  const { file, layout, columns } = state;
  const cells = splitRow(text, layout.separator);
  const needed = Math.max(layout.date, layout.time ?? 0, layout.spread ?? 0, ...layout.prices) + 1;
  if (cells.length < needed) {
    throw candleFault(
      { file, line },
      `has ${cells.length} columns and needs ${needed} ('${shown(text)}')`,
    );
  }
  if (columns.length === ROW_LIMIT)
    throw candleFault({ file, line }, `passes the limit of ${ROW_LIMIT} candles`);
  growColumns(columns);
  const opens = readOpenTime(state, line, cells);
  if (state.repeats && columns.length > 0 && opens === columns.time[columns.length - 1]) {
    if (state.repeats.count === 0) state.repeats.firstLine = line;
    state.repeats.count += 1;
    return;
  }
  columns.time[columns.length] = opens;
  readPrices(state, line, cells);
  columns.spread[columns.length] =
    layout.spread === null ? 0 : readSpread(state, line, cells[layout.spread] ?? '');
  columns.length++;
}

function readOpenTime(state: RowState, line: number, cells: readonly string[]): number {
  const { file, layout, columns } = state;
  const day = cells[layout.date] ?? '';
  const text = layout.time === null ? day : `${day} ${cells[layout.time] ?? ''}`;
  const place: Place = { file, line, column: layout.names[layout.time ?? layout.date] ?? 'time' };
  const time = readTime(text);
  if (!time) throw candleFault(place, `'${shown(text)}' is not a time such as 2025-01-02T14:00`);
  if (time.wallMs % 60_000 !== 0) {
    throw candleFault(
      place,
      `'${shown(text)}' is no whole minute, so this is no candle; ticks cannot be replayed`,
    );
  }
  const before =
    columns.length === 0 ? Number.NEGATIVE_INFINITY : (columns.time[columns.length - 1] ?? 0);
  if (time.wallMs === before && state.repeats === null)
    throw candleFault(place, `'${shown(text)}' is the time of the candle before it, too`);
  if (time.wallMs < before) {
    throw candleFault(
      place,
      `'${shown(text)}' is before ${wallText(before)} of the candle before it; sort the file by time`,
    );
  }
  state.statesUtc ||= time.statesUtc;
  return time.wallMs;
}

function readPrices(state: RowState, line: number, cells: readonly string[]): void {
  const { file, layout, columns } = state;
  const first = columns.length * columns.pricesPerRow;
  for (let index = 0; index < layout.prices.length; index++) {
    const column = layout.prices[index] ?? 0;
    const text = cells[column] ?? '';
    const place = { file, line, column: layout.names[column] ?? '' };
    const wrong = readPrice(text, cell);
    if (wrong) throw candleFault(place, `'${shown(text)}' ${wrong}`);
    const fits = cell.decimals <= columns.digits || widenDigits(columns, cell.decimals);
    const points = cell.units * 10 ** (columns.digits - cell.decimals);
    if (!fits || points > POINTS_LIMIT) {
      throw candleFault(
        place,
        `'${shown(text)}' with ${columns.digits} decimals passes the limit of ${POINTS_LIMIT} points`,
      );
    }
    columns.prices[first + index] = points;
  }
  for (let side = 0; side < columns.pricesPerRow; side += 4)
    checkRange(state, line, first + side, side);
}

/** The high is the highest of the four prices and the low the lowest, or the row is broken. */
function checkRange(state: RowState, line: number, first: number, side: number): void {
  const { prices } = state.columns;
  const open = prices[first] ?? 0;
  const high = prices[first + 1] ?? 0;
  const low = prices[first + 2] ?? 0;
  const close = prices[first + 3] ?? 0;
  if (high >= low && high >= open && high >= close && low <= open && low <= close) return;
  const { names, prices: at } = state.layout;
  const name = (index: number) => names[at[side + index] ?? 0] ?? '';
  const place = { file: state.file, line, column: name(high < Math.max(open, close, low) ? 1 : 2) };
  const points = (value: number) =>
    (value / 10 ** state.columns.digits).toFixed(state.columns.digits);
  const figures = [open, high, low, close]
    .map((value, index) => `${name(index)} ${points(value)}`)
    .join(', ');
  throw candleFault(
    place,
    `a candle needs low <= open, close <= high, but this one has ${figures}`,
  );
}

function readSpread(state: RowState, line: number, text: string): number {
  const spread = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (spread <= SPREAD_LIMIT) return spread;
  const column = state.layout.names[state.layout.spread ?? 0] ?? 'spread_points';
  throw candleFault(
    { file: state.file, line, column },
    `'${shown(text)}' is not a whole number of points from 0 to ${SPREAD_LIMIT}`,
  );
}

/** @example wallText(0) // '1970-01-01T00:00' */
export function wallText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 16);
}

/** A price as it stands in a file: `units` of `10^-decimals`. */
type Decimal = { units: number; decimals: number };

/** Most decimals a price may have. */
const PRICE_DECIMALS = 8;

/**
 * Reads a positive decimal without a binary fraction in between, into `into`, as rows come by the million.
 *
 * @returns what is wrong with the text, or null
 */
function readPrice(text: string, into: Decimal): string | null {
  let units = 0;
  let decimals = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      units = units * 10 + code - 48;
      if (decimals >= 0) decimals++;
    } else if (code === 46 && decimals < 0) {
      decimals = 0;
    } else {
      return 'is not a price such as 1.08214';
    }
  }
  if (text === '' || text === '.') return 'is not a price such as 1.08214';
  if (decimals > PRICE_DECIMALS) return `has ${decimals} decimals; the limit is ${PRICE_DECIMALS}`;
  if (units === 0) return 'is not above 0';
  into.decimals = Math.max(decimals, 0);
  into.units = units;
  if (units > Number.MAX_SAFE_INTEGER || units / 10 ** into.decimals > 1e9)
    return 'is above the limit of 1000000000';
  return null;
}

const TIME_TEXT =
  /^(\d{4})[-./](\d{2})[-./](\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z)?)?$/;

/** A time as it stands in a file, in milliseconds as though its clock were UTC. */
type WallTime = { wallMs: number; statesUtc: boolean };

/**
 * Reads `2025-01-02T14:00`, `2025.01.02 14:00:00` and the like; a day alone is its midnight.
 *
 * @returns null when the text is no such time, or names a day or an hour that does not exist
 */
function readTime(text: string): WallTime | null {
  const match = TIME_TEXT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wallMs = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
  // Date.UTC carries 30 February over into March; a file that says so is broken.
  const date = new Date(wallMs);
  const same =
    date.getUTCMonth() + 1 === month && date.getUTCDate() === day && date.getUTCFullYear() === year;
  if (!same || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return null;
  const fraction = match[7] === undefined ? 0 : Number(`0.${match[7]}`);
  return { wallMs: wallMs + fraction * 1000, statesUtc: match[8] === 'Z' };
}

/** Most candles one file may hold: 38 years of minutes. */
const ROW_LIMIT = 20_000_000;

/** Points are kept in 32 bits, so that a year of minutes takes megabytes; the rest leaves room for a spread. */
const POINTS_LIMIT = 2_000_000_000;

/**
 * What a candle file says, row by row and unjudged: `time` on the file's own clock, `prices` in points
 * of `digits` decimals (4 to a row, or 8 with bid and ask), `spread` in points where the file has one.
 */
export type Columns = {
  length: number;
  digits: number;
  pricesPerRow: 4 | 8;
  time: Float64Array;
  prices: Int32Array;
  spread: Int32Array;
};

export function emptyColumns(pricesPerRow: 4 | 8): Columns {
  return {
    length: 0,
    digits: 0,
    pricesPerRow,
    time: new Float64Array(0),
    prices: new Int32Array(0),
    spread: new Int32Array(0),
  };
}

/** Makes room for one more row. */
function growColumns(columns: Columns): void {
  if (columns.length < columns.time.length) return;
  const rows = Math.max(4_096, columns.time.length * 2);
  const time = new Float64Array(rows);
  const prices = new Int32Array(rows * columns.pricesPerRow);
  const spread = new Int32Array(rows);
  time.set(columns.time);
  prices.set(columns.prices);
  spread.set(columns.spread);
  Object.assign(columns, { time, prices, spread });
}

/**
 * Writes every price so far, those of the row at hand included, with more decimals. Programs drop trailing zeros, so the digits of a symbol
 * are those of the longest price in the file.
 *
 * @returns false when a price would pass POINTS_LIMIT
 */
function widenDigits(columns: Columns, digits: number): boolean {
  const factor = 10 ** (digits - columns.digits);
  const { prices } = columns;
  const used = Math.min((columns.length + 1) * columns.pricesPerRow, prices.length);
  for (let index = 0; index < used; index++) {
    const points = (prices[index] ?? 0) * factor;
    if (points > POINTS_LIMIT) return false;
    prices[index] = points;
  }
  columns.digits = digits;
  return true;
}
