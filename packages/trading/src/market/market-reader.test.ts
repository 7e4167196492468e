import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worthAsking } from '../analysts/gate.ts';
import { MONDAY } from '../testing/builders.ts';
import { plainReadings } from '../testing/plain-reading.ts';
import { sharedBars } from '../testing/shared-data.ts';
import type { CandleSeries, Timeframe } from './candle.ts';
import { generateMarket } from './market-generator.ts';
import { createMarketReader } from './market-reader.ts';

/** Reads a series both ways and counts the bars that are worth a question. */
function compare(series: CandleSeries): number {
  const plain = plainReadings(series);
  const reader = createMarketReader(series);
  let worth = 0;
  for (let index = 0; index < series.length; index += 1) {
    const ready = reader.read(index);
    const expected = plain[index];
    assert.equal(ready, expected !== undefined, `bar ${index}`);
    if (!expected) continue;
    // Asked before the figures are worked out, as the loop asks.
    const asks = worthAsking(reader);
    assert.equal(asks, worthAsking({ indicators: expected.indicators }), `bar ${index}`);
    if (asks) worth += 1;
    if (!same(reader.indicators, expected.indicators) || reader.atrPoints !== expected.atrPoints) {
      assert.deepEqual({ atrPoints: reader.atrPoints, ...reader.indicators }, expected);
    }
  }
  return worth;
}

function same<Figures extends Record<string, number>>(one: Figures, other: Figures): boolean {
  return Object.entries(one).every(([name, value]) => Object.is(value, other[name]));
}

test('figures that are worked out when they are looked at are those of working all out at every bar', () => {
  for (const [seed, timeframe] of [
    [1, 'M1'],
    [2, 'M15'],
    [3, 'H1'],
    [4, 'H4'],
  ] satisfies [number, Timeframe][]) {
    const terms = { symbol: 'EURUSD', digits: 5, bars: 25_000, end: MONDAY };
    assert.ok(compare(generateMarket({ ...terms, timeframe, seed })) > 500);
  }
});

test('a figure that was looked at late is that of the newest bar', () => {
  const series = generateMarket({
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 300,
    end: MONDAY,
    seed: 9,
  });
  const reader = createMarketReader(series);
  for (let index = 0; index < 200; index += 1) reader.read(index);
  const before = { ...reader.indicators };
  reader.read(200);
  const after = { ...reader.indicators };
  assert.deepEqual(before, plainReadings(series)[199]?.indicators);
  assert.deepEqual(after, plainReadings(series)[200]?.indicators);
});

test('they are on eleven years of real hours', (t) => {
  const market = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, zone: 'utc' } as const;
  const series = sharedBars('EURUSD_H1_oanda_bidask_2007-2018.csv.gz', market);
  if (!series) return t.skip('../shared/data is absent');
  assert.ok(compare(series) > 1_000);
});
