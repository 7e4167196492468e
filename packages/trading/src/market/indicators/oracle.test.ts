import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import type * as TalibWeb from 'talib-web';
import { MONDAY } from '../../testing/builders.ts';
import { sharedBars } from '../../testing/shared-data.ts';
import type { CandleSeries } from '../candle.ts';
import { generateMarket } from '../market-generator.ts';
import { createDirectional } from './directional.ts';
import { createEma } from './ema.ts';
import { createRsi } from './rsi.ts';

const CLOSE_ENOUGH = 1e-12;
/** Of directional movement: after so many bars the weight of how it began is below 1e-13. */
const FORGOTTEN = 500;
/** The WebAssembly build runs out of memory somewhat above 100,000. */
const MOST_BARS = 70_000;

let loaded: Promise<typeof TalibWeb> | undefined;

/** TA-Lib, once for all tests; it must find its file by path, and not think that it is in a browser. */
function talib(): Promise<typeof TalibWeb> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof TalibWeb> {
  const require = createRequire(import.meta.url);
  const { fetch } = globalThis;
  Reflect.deleteProperty(globalThis, 'fetch');
  try {
    const library: typeof TalibWeb = require('talib-web');
    await library.init(require.resolve('talib-web/lib/talib.wasm'));
    return library;
  } finally {
    globalThis.fetch = fetch;
  }
}

function plain(values: Int32Array, length: number): number[] {
  return Array.from(values.subarray(0, length));
}

/**
 * How far the worst of our readings is from theirs, relative to theirs.
 *
 * @param theirs beginning with their first reading; zeros fill the end
 * @param before bars before that reading, of which ours must tell nothing, either
 * @param from the first bar that is compared
 */
function worst(
  ours: readonly number[],
  theirs: readonly number[],
  before: number,
  from = before,
): number {
  assert.equal(
    ours.findIndex((value) => !Number.isNaN(value)),
    before,
  );
  let most = 0;
  for (let at = from; at < ours.length; at += 1) {
    const expected = theirs[at - before] ?? Number.NaN;
    const distance = Math.abs((ours[at] ?? Number.NaN) - expected) / Math.abs(expected);
    if (!(distance <= most)) most = distance;
  }
  return most;
}

async function compare(series: CandleSeries): Promise<void> {
  const library = await talib();
  const length = Math.min(series.length, MOST_BARS);
  const close = plain(series.close, length);
  const prices = { high: plain(series.high, length), low: plain(series.low, length), close };
  const timePeriod = 14;
  for (const period of [20, 50]) {
    const { output } = library.EMA({ inReal: close, timePeriod: period });
    const distance = worst(close.map(createEma(period)), output, period - 1);
    assert.ok(distance < CLOSE_ENOUGH, `EMA(${period}) is ${distance} away`);
  }
  const { output } = library.RSI({ inReal: close, timePeriod });
  const distance = worst(close.map(createRsi(timePeriod)), output, timePeriod);
  assert.ok(distance < CLOSE_ENOUGH, `RSI is ${distance} away`);

  const directional = createDirectional(timePeriod);
  const readings = close.map((price, at) => ({
    ...directional(prices.high[at] ?? Number.NaN, prices.low[at] ?? Number.NaN, price),
  }));
  const asked = { ...prices, timePeriod };
  for (const [name, theirs, before, from] of [
    ['atr', library.ATR(asked).output, timePeriod, timePeriod],
    ['plusDi', library.PLUS_DI(asked).output, timePeriod, FORGOTTEN],
    ['minusDi', library.MINUS_DI(asked).output, timePeriod, FORGOTTEN],
    ['adx', library.ADX(asked).output, 2 * timePeriod - 1, FORGOTTEN],
  ] as const) {
    const ours = readings.map((reading) => reading[name]);
    const away = worst(ours, theirs, before, from);
    assert.ok(away < CLOSE_ENOUGH, `${name} is ${away} away`);
  }
}

test('EMA, RSI, ATR, DI and ADX are those of TA-Lib on made-up bars', async () => {
  const terms = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, end: MONDAY } as const;
  await compare(generateMarket({ ...terms, bars: 20_000, seed: 31 }));
});

for (const [file, symbol, digits] of [
  ['EURUSD_H1_oanda_bidask_2007-2018.csv.gz', 'EURUSD', 5],
  ['USDJPY_H1_ejtrader_2012-2022.csv.gz', 'USDJPY', 3],
  ['XAUUSD_H1_ejtrader_2012-2022.csv.gz', 'XAUUSD', 2],
] as const) {
  test(`they are on real hours of ${symbol}`, async (t: TestContext) => {
    const series = sharedBars(file, { symbol, timeframe: 'H1', digits, zone: 'utc' });
    if (!series) return t.skip('../shared/data is absent');
    await compare(series);
  });
}
