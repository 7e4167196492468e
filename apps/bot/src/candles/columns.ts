/** Most candles one file may hold: 38 years of minutes. */
export const ROW_LIMIT = 20_000_000;

/** Points are kept in 32 bits, so that a year of minutes takes megabytes; the rest leaves room for a spread. */
export const POINTS_LIMIT = 2_000_000_000;

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
export function growColumns(columns: Columns): void {
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
export function widenDigits(columns: Columns, digits: number): boolean {
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
