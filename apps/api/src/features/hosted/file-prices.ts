import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOSTED_TIMEFRAMES, type HostedTimeframe } from '@quorate/contract/hosted-accounts';
import { RECORDED_SUFFIX } from '@quorate/contract/hosted-terms';
import { type CandleFile, loadCandleFile, toSeries } from '@quorate/run/candles/candle-file';
import { checkPriceScale, pairsInName } from '@quorate/run/candles/price-scale';
import { instrumentFor } from '@quorate/trading/account/instrument';
import { aggregateSeries } from '@quorate/trading/market/aggregate';
import { type CandleSeries, closeTimeAt, timeframeMs } from '@quorate/trading/market/candle';
import { DAY_MS, type Instant, instant, isoFromInstant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { type Prices, pairInstrument } from './price-sources.ts';

/** A file is read whole into memory, about 40 bytes for a bar and as much again for each longer timeframe. */
const FILE_BYTES_MAX = 200_000_000;
const BARS_MAX = 1_000_000;
const FILES_MAX = 20;
const IS_CANDLES = /\.csv(\.gz)?$/i;

type Recorded = Readonly<{ series: CandleSeries; longer: Map<HostedTimeframe, CandleSeries> }>;

/**
 * An operator's candle files, one for each pair, named as the pair: EURUSD_H1.csv.gz. They are read now and never
 * again: a file that is changed or removed later changes nothing before the next start.
 *
 * @param folder with the files, in any layout that a replay reads; other files are left alone
 * @param now bars of the last day are refused: nothing that is replayed can be taken for live
 * @throws Error that names the file, the line and the figure
 */
export async function readFilePrices(folder: string, now: Instant): Promise<Prices> {
  const recorded = new Map<string, Recorded>();
  for (const path of await candleFiles(folder)) {
    const symbol = symbolOf(path);
    const before = recorded.get(symbol);
    if (before) throw fault(path, `is a second file of ${symbol}; keep one`);
    recorded.set(symbol, { series: await readBars(path, symbol, now), longer: new Map() });
  }
  const timeframes = HOSTED_TIMEFRAMES.filter((timeframe) =>
    [...recorded.values()].every(({ series }) => fits(timeframe, series)),
  );

  function recordedOf(symbol: string): Recorded {
    const found = recorded.get(symbol);
    if (!found) throw new RangeError(`there are no recorded prices of ${symbol}`);
    return found;
  }

  return {
    source: 'file',
    symbols: [...recorded.keys()].toSorted(),
    timeframes,
    begins: (symbols) =>
      instant(Math.min(...symbols.map((symbol) => recordedOf(symbol).series.time[0] ?? 0))),
    instrument(symbol, currency) {
      const bars = recorded.get(symbol);
      return bars ? pairInstrument(symbol, bars.series.digits, currency) : null;
    },
    series(symbol, timeframe) {
      const { series, longer } = recordedOf(symbol);
      if (timeframe === series.timeframe) return series;
      let bars = longer.get(timeframe);
      if (!bars) {
        bars = aggregateSeries(series, timeframe);
        longer.set(timeframe, bars);
      }
      return bars;
    },
    advance() {
      // Every bar is there from the beginning.
    },
  };
}

/** Whether bars of that length can be made of these. */
function fits(timeframe: HostedTimeframe, { timeframe: own }: CandleSeries): boolean {
  return timeframeMs(timeframe) >= timeframeMs(own);
}

async function candleFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`HOSTED_FILES: the folder ${folder} cannot be read.`, { cause });
  });
  const found = names.filter((name) => IS_CANDLES.test(name)).toSorted();
  if (found.length === 0)
    throw new Error(
      `HOSTED_FILES: ${folder} has no candle file; give one for each pair, such as EURUSD_H1.csv.gz.`,
    );
  if (found.length > FILES_MAX)
    throw new Error(
      `HOSTED_FILES: ${folder} has ${found.length} candle files; the limit is ${FILES_MAX}.`,
    );
  return found.map((name) => join(folder, name));
}

/** @example symbolOf('/files/EURUSD_H1.csv.gz') // 'EURUSD.recorded' */
function symbolOf(path: string): string {
  const [pair, other] = new Set(pairsInName(path));
  if (pair === undefined) throw fault(path, 'has no pair in its name, such as EURUSD_H1.csv.gz');
  if (other !== undefined) throw fault(path, `has two pairs in its name, ${pair} and ${other}`);
  return `${pair}${RECORDED_SUFFIX}`;
}

async function readBars(path: string, symbol: string, now: Instant): Promise<CandleSeries> {
  const { size } = await stat(path);
  if (size > FILE_BYTES_MAX)
    throw fault(path, `has ${megabytes(size)}; the limit is ${megabytes(FILE_BYTES_MAX)}`);
  const file: CandleFile = await loadCandleFile(path, { zone: 'auto', timeframe: null });
  if (file.length > BARS_MAX)
    throw fault(path, `has ${file.length} candles; the limit is ${BARS_MAX}`);
  checkPriceScale(file, symbol);
  const instrument = instrumentFor(symbol, file.digits, currencyOf('USD'));
  const series = toSeries(file, symbol, 'kind' in instrument ? 0 : instrument.typicalSpreadPoints);
  if (!HOSTED_TIMEFRAMES.some((timeframe) => fits(timeframe, series)))
    throw fault(
      path,
      `its candles are ${file.timeframe}; the longest that can be traded are ${HOSTED_TIMEFRAMES.at(-1)}`,
    );
  const newest = closeTimeAt(series, series.length - 1);
  if (newest > now - DAY_MS)
    throw fault(
      path,
      `its last candle closed at ${isoFromInstant(newest)}; recorded prices must be at least a day old`,
    );
  return series;
}

function fault(path: string, what: string): Error {
  return new Error(`${path}: ${what}.`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
