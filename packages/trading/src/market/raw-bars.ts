import type { CandleSeries } from './candle.ts';

/** [open time in seconds since 1970, open, high, low, close, spread] in whole points of the bid, as bots send it. */
export type RawBar = readonly [number, number, number, number, number, number];

/** Bytes of a packed bar: six whole numbers of four. */
export const RAW_BAR_BYTES = 24;

/**
 * Bars `from` to `last` of a series as they travel. The spread is that of the close, below zero on a crossed
 * quote.
 */
export function rawBarsOf(series: CandleSeries, from: number, last: number): RawBar[] {
  const { open, high, low, close, askClose } = series;
  const bars: RawBar[] = [];
  for (let at = from; at <= last; at += 1) {
    const bid = close[at] ?? 0;
    const seconds = Math.floor((series.time[at] ?? 0) / 1_000);
    const spread = (askClose[at] ?? 0) - bid;
    bars.push([seconds, open[at] ?? 0, high[at] ?? 0, low[at] ?? 0, bid, spread]);
  }
  return bars;
}

/**
 * Bars side by side in bytes; packed bars that follow may be appended to them.
 *
 * @param bars times from 1970 to 2106, which plausible bars are in
 */
export function packRawBars(bars: readonly RawBar[]): Uint8Array {
  const packed = new Uint8Array(bars.length * RAW_BAR_BYTES);
  const view = new DataView(packed.buffer);
  for (const [index, [seconds, ...figures]] of bars.entries()) {
    const at = index * RAW_BAR_BYTES;
    view.setUint32(at, seconds);
    for (const [place, figure] of figures.entries()) view.setInt32(at + 4 + place * 4, figure);
  }
  return packed;
}

export function countRawBars(packed: Uint8Array): number {
  return packed.byteLength / RAW_BAR_BYTES;
}

/** @throws RangeError where there is no such bar */
export function rawBarAt(packed: Uint8Array, index: number): RawBar {
  const view = viewOf(packed);
  const at = index * RAW_BAR_BYTES;
  const figure = (place: number) => view.getInt32(at + 4 + place * 4);
  return [view.getUint32(at), figure(0), figure(1), figure(2), figure(3), figure(4)];
}

/** The bar that opened at this second; -1 where there is none. Packed bars are ascending. */
export function findRawBar(packed: Uint8Array, seconds: number): number {
  const view = viewOf(packed);
  let from = 0;
  let to = countRawBars(packed) - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    const time = view.getUint32(middle * RAW_BAR_BYTES);
    if (time === seconds) return middle;
    if (time < seconds) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

/** Packed bars as a series, whose ask is the bid and the spread. */
export function seriesOfRaw(
  { symbol, timeframe, digits }: Pick<CandleSeries, 'symbol' | 'timeframe' | 'digits'>,
  packed: Uint8Array,
): CandleSeries {
  const view = viewOf(packed);
  const length = countRawBars(packed);
  const time = new Float64Array(length);
  const [open, high, low, close] = [column(), column(), column(), column()];
  const [askOpen, askHigh, askLow, askClose] = [column(), column(), column(), column()];
  for (let index = 0; index < length; index += 1) {
    const at = index * RAW_BAR_BYTES;
    time[index] = view.getUint32(at) * 1_000;
    open[index] = view.getInt32(at + 4);
    high[index] = view.getInt32(at + 8);
    low[index] = view.getInt32(at + 12);
    close[index] = view.getInt32(at + 16);
    const spread = view.getInt32(at + 20);
    askOpen[index] = view.getInt32(at + 4) + spread;
    askHigh[index] = view.getInt32(at + 8) + spread;
    askLow[index] = view.getInt32(at + 12) + spread;
    askClose[index] = view.getInt32(at + 16) + spread;
  }
  const bid = { open, high, low, close };
  return { symbol, timeframe, digits, length, time, ...bid, askOpen, askHigh, askLow, askClose };

  function column(): Int32Array {
    return new Int32Array(length);
  }
}

function viewOf(packed: Uint8Array): DataView {
  return new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
}
