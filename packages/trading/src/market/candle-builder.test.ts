import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import { MONDAY } from '../testing/builders.ts';
import { closeTimeAt } from './candle.ts';
import { createCandleBuilder } from './candle-builder.ts';

const market = { symbol: 'EURUSD', timeframe: 'M15', digits: 5 } as const;

test('a series grows past its first capacity and keeps every bar', () => {
  const builder = createCandleBuilder(market, 1);
  const { series } = builder;
  for (let i = 0; i < 1_000; i += 1) {
    const time = instant(MONDAY + i);
    builder.pushBid({ time, open: i + 1, high: i + 4, low: i, close: i + 2 }, 3);
  }
  assert.equal(series.length, 1_000);
  for (const i of [0, 1, 511, 512, 999]) {
    const bar = [series.time, series.open, series.high, series.low, series.close].map(
      (column) => column[i],
    );
    assert.deepEqual(bar, [MONDAY + i, i + 1, i + 4, i, i + 2]);
    const ask = [series.askOpen, series.askHigh, series.askLow, series.askClose].map(
      (column) => column[i],
    );
    assert.deepEqual(ask, [i + 4, i + 7, i + 3, i + 5]);
  }
});

test('both sides of a quote are kept as they came', () => {
  const builder = createCandleBuilder(market);
  builder.push({
    time: MONDAY,
    open: 10,
    high: 20,
    low: 5,
    close: 15,
    askOpen: 11,
    askHigh: 23,
    askLow: 8,
    askClose: 14,
  });
  assert.equal(builder.series.askHigh[0], 23);
  assert.equal(builder.series.askClose[0], 14);
});

test('a price that is not whole points below 2^31 is refused with its bar', () => {
  const builder = createCandleBuilder(market);
  for (const wrong of [1.5, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY]) {
    const bar = { time: MONDAY, open: 1, high: wrong, low: 1, close: 1 };
    assert.throws(() => builder.pushBid(bar, 0), {
      name: 'ValueError',
      message: new RegExp(
        `^${wrong} is not a price in whole points below 2\\^31 \\(bar of 2025-01-06T10:00:00.000Z\\)$`,
      ),
    });
  }
  assert.throws(
    () => builder.pushBid({ time: MONDAY, open: 1, high: 1, low: 1, close: 1 }, 0.5),
    /1.5 is not a price/,
  );
  assert.equal(builder.series.length, 0);
});

test('a bar closes one timeframe after it opens', () => {
  const builder = createCandleBuilder(market);
  builder.pushBid({ time: MONDAY, open: 1, high: 1, low: 1, close: 1 }, 0);
  assert.equal(closeTimeAt(builder.series, 0), MONDAY + 15 * 60_000);
  assert.throws(() => closeTimeAt(builder.series, -1), { name: 'ValueError' });
});
