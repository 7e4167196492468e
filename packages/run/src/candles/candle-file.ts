import {
  type CandleSeries,
  TIMEFRAMES,
  type Timeframe,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { isCrossed } from '@quorate/trading/market/candle-faults';
import { candleFault } from './candle-fault.ts';
import { toInstants, type Zone, zoneOf } from './file-clock.ts';
import type { CandleFormat } from './layout.ts';
import { readColumns } from './read-columns.ts';
import { type Columns, type Repeats, wallText } from './read-row.ts';

/** A candle file, ready for everything but its symbol's usual spread. */
export type CandleFile = Readonly<{
  path: string;
  format: CandleFormat;
  zone: Zone;
  timeframe: Timeframe;
  digits: number;
  length: number;
  /** Whether the file has a spread for each bar, or ask prices. */
  hasSpread: boolean;
  /** SHA-256 of the unpacked file in hex. */
  contentHash: string;
  /** Rows that were left out because they repeat the time before them; null where they are refused. */
  repeats: Readonly<Repeats> | null;
  columns: Columns;
}>;

/**
 * Loads a candle file.
 *
 * @param options what the person said about the file, against what it says itself
 * @throws CandleFileError
 */
export async function loadCandleFile(
  path: string,
  options: { zone: Zone | 'auto'; timeframe: Timeframe | null; dropRepeats?: boolean },
): Promise<CandleFile> {
  const read = await readColumns(path, options.dropRepeats);
  const { layout, columns, contentHash, repeats } = read;
  const zone = zoneOf(path, read, options.zone);
  const timeframe = inferTimeframe(path, columns, options.timeframe);
  toInstants(path, columns.time, columns.length, zone);
  return {
    path,
    format: layout.format,
    zone,
    timeframe,
    digits: columns.digits,
    length: columns.length,
    hasSpread: layout.format === 'bid-ask' || layout.spread !== null,
    contentHash,
    repeats,
    columns,
  };
}

/**
 * The candles with both sides of the quote. Where the file has no ask, it is the bid plus a spread: the
 * bar's own, and at least the usual one, because MT5 writes down the smallest spread of each bar.
 *
 * @param typicalSpreadPoints the symbol's usual spread in points of the file's digits
 */
export function toSeries(
  file: CandleFile,
  symbol: string,
  typicalSpreadPoints: number,
): CandleSeries {
  const { columns, length, timeframe, digits } = file;
  const column = () => new Int32Array(length);
  const [open, high, low, close] = [column(), column(), column(), column()];
  const [askOpen, askHigh, askLow, askClose] = [column(), column(), column(), column()];
  const { prices, spread, pricesPerRow } = columns;
  for (let index = 0; index < length; index++) {
    const row = index * pricesPerRow;
    open[index] = prices[row] ?? 0;
    high[index] = prices[row + 1] ?? 0;
    low[index] = prices[row + 2] ?? 0;
    close[index] = prices[row + 3] ?? 0;
    const ask = pricesPerRow === 8 ? row + 4 : row;
    const distance = pricesPerRow === 8 ? 0 : Math.max(spread[index] ?? 0, typicalSpreadPoints);
    askOpen[index] = (prices[ask] ?? 0) + distance;
    askHigh[index] = (prices[ask + 1] ?? 0) + distance;
    askLow[index] = (prices[ask + 2] ?? 0) + distance;
    askClose[index] = (prices[ask + 3] ?? 0) + distance;
  }
  const time = columns.time.subarray(0, length);
  return {
    symbol,
    timeframe,
    digits,
    length,
    time,
    open,
    high,
    low,
    close,
    askOpen,
    askHigh,
    askLow,
    askClose,
  };
}

/** How many bars have an ask below their bid; nothing is traded on them. */
export function countCrossed(series: CandleSeries): number {
  let crossed = 0;
  for (let index = 0; index < series.length; index++) if (isCrossed(series, index)) crossed++;
  return crossed;
}

/**
 * The length of the bars: the commonest distance between two of them, because bars are missing at
 * nights, weekends and holidays.
 *
 * @param wanted what the person says it is; checked against the file
 * @throws CandleFileError when no timeframe fits, or two bars lie closer together than it is long
 */
function inferTimeframe(file: string, columns: Columns, wanted: Timeframe | null): Timeframe {
  const gapMs = commonestGap(columns);
  if (gapMs === null) {
    if (wanted) return wanted;
    throw candleFault(
      { file },
      'holds one candle, which does not say how long it is; name it with --timeframe',
    );
  }
  const found = TIMEFRAMES.find((timeframe) => timeframeMs(timeframe) === gapMs);
  if (!found) {
    throw candleFault(
      { file },
      `its candles are ${minutes(gapMs)} apart; the timeframes are ${TIMEFRAMES.join(', ')}`,
    );
  }
  if (wanted && wanted !== found)
    throw candleFault({ file }, `its candles are ${found}, not ${wanted}`);
  refuseOverlaps(file, columns, found);
  return found;
}

function commonestGap({ time, length }: Columns): number | null {
  const counts = new Map<number, number>();
  for (let index = 1; index < length; index++) {
    const gap = (time[index] ?? 0) - (time[index - 1] ?? 0);
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [gap, count] of counts) {
    const most = best === null ? 0 : (counts.get(best) ?? 0);
    if (best === null || count > most || (count === most && gap < best)) best = gap;
  }
  return best;
}

/** A bar that begins before the one before it has closed would be decided on with knowledge of the future. */
function refuseOverlaps(file: string, { time, length }: Columns, timeframe: Timeframe): void {
  for (let index = 1; index < length; index++) {
    const gap = (time[index] ?? 0) - (time[index - 1] ?? 0);
    if (gap >= timeframeMs(timeframe)) continue;
    const text = wallText(time[index] ?? 0);
    throw candleFault(
      { file },
      `the candle of ${text} begins ${minutes(gap)} after the one before it, but ${timeframe} candles last ${minutes(timeframeMs(timeframe))}`,
    );
  }
}

function minutes(ms: number): string {
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;
}
