import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantFromIso } from '@quorate/values/instant';
import fc from 'fast-check';
import { aSeries, MONDAY, type Row } from '../testing/builders.ts';
import type { CandleSeries } from './candle.ts';
import { canonicalJson } from './canonical-json.ts';
import { generateMarket } from './market-generator.ts';
import { createMarketReader, WARM_UP_BARS } from './market-reader.ts';
import { buildSnapshot, SNAPSHOT_BARS } from './snapshot.ts';

const market = generateMarket({
  symbol: 'EURUSD.a',
  timeframe: 'H1',
  digits: 5,
  bars: 400,
  end: MONDAY,
  seed: 3,
});

const COLUMNS = [
  'time',
  'open',
  'high',
  'low',
  'close',
  'askOpen',
  'askHigh',
  'askLow',
  'askClose',
] as const;

function copyOf(series: CandleSeries): CandleSeries {
  const copies = COLUMNS.map((column) => [column, series[column].slice()]);
  return { ...series, ...Object.fromEntries(copies) };
}

test('a snapshot needs a hundred bars', () => {
  assert.equal(WARM_UP_BARS, 100);
  assert.equal(buildSnapshot(market, 98), undefined);
  assert.notEqual(buildSnapshot(market, 99), undefined);
});

test('it is of the newest bar: its close is the origin, its time the moment of the close', () => {
  const snapshot = buildSnapshot(market, 250);
  assert.ok(snapshot);
  assert.deepEqual(
    [snapshot.v, snapshot.symbol, snapshot.timeframe, snapshot.digits],
    [1, 'EURUSD.a', 'H1', 5],
  );
  assert.equal(instantFromIso(snapshot.as_of), (market.time[250] ?? 0) + 3_600_000);
  assert.equal(snapshot.bars.length, SNAPSHOT_BARS);
  assert.equal(snapshot.bars[29]?.[3], 0);
  assert.equal(snapshot.spread_points, (market.askClose[250] ?? 0) - (market.close[250] ?? 0));
  const inAtr = ((market.high[221] ?? 0) - (market.close[250] ?? 0)) / snapshot.atr_points;
  assert.ok(Math.abs((snapshot.bars[0]?.[1] ?? 0) - inAtr) <= 0.005 + 1e-9);
});

test('nothing that happens after it changes a byte of it', () => {
  const honest = canonicalJson(buildSnapshot(market, 250) ?? null);
  fc.assert(
    fc.property(
      fc.integer({ min: 251, max: 399 }),
      fc.integer({ min: 1, max: 300_000 }),
      fc.constantFrom(...COLUMNS),
      (bar, value, column) => {
        const tampered = copyOf(market);
        tampered[column][bar] = value;
        assert.equal(canonicalJson(buildSnapshot(tampered, 250) ?? null), honest);
      },
    ),
  );
  const cut = { ...copyOf(market), length: 251 };
  assert.equal(canonicalJson(buildSnapshot(cut, 250) ?? null), honest);
});

test('any bar up to it can change it', () => {
  const honest = canonicalJson(buildSnapshot(market, 250) ?? null);
  for (const bar of [250, 240, 222]) {
    const tampered = copyOf(market);
    tampered.close[bar] = (market.close[bar] ?? 0) + 40;
    assert.notEqual(canonicalJson(buildSnapshot(tampered, 250) ?? null), honest, `bar ${bar}`);
  }
});

test('every figure is rounded, so that its bytes are the same everywhere', () => {
  for (let i = 99; i < 400; i += 7) {
    const snapshot = buildSnapshot(market, i);
    assert.ok(snapshot);
    const numbers = [
      ...snapshot.bars.flat(),
      snapshot.atr_points,
      ...Object.values(snapshot.indicators),
    ];
    for (const number of numbers) {
      assert.ok(Number.isFinite(number));
      assert.ok(String(number).replace(/^-?\d+\.?/, '').length <= 3, String(number));
      assert.ok(!Object.is(number, -0));
    }
    assert.ok(canonicalJson(snapshot).length < 4_000);
  }
});

test('a reader that reads bar by bar and one that begins again give the same document', () => {
  const reader = createMarketReader(market);
  for (let i = 0; i < 300; i += 1) reader.read(i);
  assert.deepEqual(buildSnapshot(market, 299)?.indicators, reader.indicators);
  assert.equal(buildSnapshot(market, 299)?.atr_points, reader.atrPoints);
});

test('bars are read once and in order', () => {
  const reader = createMarketReader(market);
  assert.throws(() => reader.read(1), {
    name: 'RangeError',
    message: 'bar 1 was read where bar 0 of 400 was due',
  });
  reader.read(0);
  assert.throws(() => reader.read(0), RangeError);
  const short = createMarketReader({ ...market, length: 0 });
  assert.throws(() => short.read(0), RangeError);
});

test('a market that does not move, and a crossed quote, have no snapshot', () => {
  const still: Row[] = Array.from({ length: 120 }, () => [110_000, 110_000, 110_000, 110_000]);
  assert.equal(buildSnapshot(aSeries(still), 119), undefined);
  const crossed = copyOf(market);
  crossed.askClose[250] = (market.close[250] ?? 0) - 1;
  assert.equal(buildSnapshot(crossed, 250), undefined);
  assert.notEqual(buildSnapshot(crossed, 251), undefined);
});

test('the channel excludes the bar that breaks it', () => {
  const rows: Row[] = Array.from({ length: 120 }, (_, i) => [
    110_000,
    110_050 + (i % 2),
    109_950,
    110_000,
  ]);
  rows.push([110_000, 110_400, 109_990, 110_351]);
  const snapshot = buildSnapshot(aSeries(rows), 120);
  assert.ok(snapshot);
  assert.ok(Math.abs(snapshot.indicators.above_high20 - 300 / snapshot.atr_points) < 0.001);
});
