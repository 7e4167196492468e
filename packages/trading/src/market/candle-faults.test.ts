import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantFromIso } from '@quorate/values/instant';
import { sharedBars } from '../testing/shared-data.ts';
import type { Candle, Timeframe } from './candle.ts';
import { createCandleBuilder } from './candle-builder.ts';
import { candleFaults, isCrossed } from './candle-faults.ts';

const BAR = {
  open: 110,
  high: 120,
  low: 100,
  close: 115,
  askOpen: 112,
  askHigh: 122,
  askLow: 102,
  askClose: 117,
};

function seriesOf(
  bars: readonly (Partial<Candle> & { at: string })[],
  timeframe: Timeframe = 'H1',
) {
  const builder = createCandleBuilder({ symbol: 'EURUSD', timeframe, digits: 5 });
  for (const { at, ...bar } of bars) builder.push({ ...BAR, ...bar, time: instantFromIso(at) });
  return builder.series;
}

function kindsOf(bars: readonly (Partial<Candle> & { at: string })[]) {
  return candleFaults(seriesOf(bars)).map(({ kind, index, missingBars }) => [
    kind,
    index,
    missingBars,
  ]);
}

test('a clean series has no faults, across a weekend in winter and in summer', () => {
  // Friday's last hour ends at 17:00 New York: 22:00 UTC in winter, 21:00 in summer.
  assert.deepEqual(
    kindsOf([
      { at: '2025-01-10T20:00Z' },
      { at: '2025-01-10T21:00Z' },
      { at: '2025-01-12T22:00Z' },
    ]),
    [],
  );
  assert.deepEqual(kindsOf([{ at: '2025-07-11T20:00Z' }, { at: '2025-07-13T21:00Z' }]), []);
  // The weekend on which New York puts its clocks forward.
  assert.deepEqual(kindsOf([{ at: '2025-03-07T21:00Z' }, { at: '2025-03-09T21:00Z' }]), []);
});

test('a gap counts the bars that an open market would have had', () => {
  assert.deepEqual(kindsOf([{ at: '2025-01-06T10:00Z' }, { at: '2025-01-06T13:00Z' }]), [
    ['gap', 1, 2],
  ]);
  // From Thursday 12:00 UTC to Monday 00:00 UTC: 33 hours until the weekend and 2 hours after it.
  assert.deepEqual(kindsOf([{ at: '2025-01-09T12:00Z' }, { at: '2025-01-13T00:00Z' }]), [
    ['gap', 1, 35],
  ]);
  const [fault] = candleFaults(
    seriesOf([{ at: '2025-01-06T10:00Z' }, { at: '2025-01-06T13:00Z' }]),
  );
  assert.equal(fault?.message, 'bar 1 (2025-01-06T13:00:00.000Z): 2 H1 bars are missing before it');
});

test('a gap of centuries is found at once', () => {
  const started = performance.now();
  const [fault] = candleFaults(
    seriesOf([{ at: '1971-01-04T10:00Z' }, { at: '9999-01-04T10:00Z' }]),
  );
  assert.equal(fault?.kind, 'gap');
  assert.ok(performance.now() - started < 500);
});

test('bars that repeat, run backwards or contradict themselves are named', () => {
  assert.deepEqual(kindsOf([{ at: '2025-01-06T10:00Z' }, { at: '2025-01-06T10:00Z' }]), [
    ['duplicate', 1, 0],
  ]);
  assert.deepEqual(kindsOf([{ at: '2025-01-06T10:00Z' }, { at: '2025-01-06T09:00Z' }]), [
    ['out-of-order', 1, 0],
  ]);
  assert.deepEqual(kindsOf([{ at: '2025-01-06T10:00Z', high: 114 }]), [
    ['inconsistent-range', 0, 0],
  ]);
  assert.deepEqual(kindsOf([{ at: '2025-01-06T10:00Z', askLow: 113 }]), [
    ['inconsistent-range', 0, 0],
  ]);
  assert.deepEqual(kindsOf([{ at: '2025-01-06T10:00Z', low: 0 }]), [['not-positive', 0, 0]]);
});

test('an ask below the bid is a crossed quote, on whichever price of the bar', () => {
  for (const crossed of [{ askOpen: 109 }, { askClose: 114 }, { askHigh: 119 }, { askLow: 99 }]) {
    const series = seriesOf([{ at: '2025-01-06T10:00Z' }, { at: '2025-01-06T11:00Z', ...crossed }]);
    assert.deepEqual([isCrossed(series, 0), isCrossed(series, 1)], [false, true]);
    assert.ok(
      candleFaults(series).some(({ kind, index }) => kind === 'crossed-quote' && index === 1),
    );
  }
  assert.equal(
    isCrossed(seriesOf([{ at: '2025-01-06T10:00Z', askOpen: 110, askClose: 115 }]), 0),
    false,
  );
});

test('the crossed bars of a real file are all caught, and its times are in order', (t) => {
  const series = sharedBars('GBPUSD_M1_fxcm_bidask_2012-02.csv.gz', {
    symbol: 'GBPUSD',
    timeframe: 'M1',
    digits: 5,
    zone: 'utc',
  });
  if (!series) return t.skip('../shared/data is absent');
  const faults = candleFaults(series);
  const crossedAtClose = faults.filter(
    ({ kind, index }) =>
      kind === 'crossed-quote' && (series.askClose[index] ?? 0) < (series.close[index] ?? 0),
  );
  assert.equal(crossedAtClose.length, 347);
  assert.equal(
    faults.filter(({ kind }) => kind === 'duplicate' || kind === 'out-of-order').length,
    0,
  );
});

test('the five-day hole of a real file is by far its largest gap', (t) => {
  const series = sharedBars('EURUSD_H1_oanda_bidask_2007-2018.csv.gz', {
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    zone: 'utc',
  });
  if (!series) return t.skip('../shared/data is absent');
  const gaps = candleFaults(series).filter(({ kind }) => kind === 'gap');
  const [largest, second] = gaps.toSorted((a, b) => b.missingBars - a.missingBars);
  assert.equal(largest?.time, instantFromIso('2016-12-16T05:00:00Z'));
  // 104 hours from Friday 21:00 to Friday 05:00 with a weekend between, of which the first bar came.
  assert.equal(largest?.missingBars, 103);
  assert.equal(second?.missingBars, 50);
});
