import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { aggregateSeries } from './aggregate.ts';
import type { Timeframe } from './candle.ts';
import { createCandleBuilder } from './candle-builder.ts';

function hoursFrom(start: string, hours: number) {
  const builder = createCandleBuilder({ symbol: 'EURUSD', timeframe: 'H1', digits: 5 });
  const from = instantFromIso(start);
  for (let hour = 0; hour < hours; hour += 1) {
    const time = (from + hour * 3_600_000) as typeof from;
    const open = 100 + hour;
    builder.pushBid({ time, open, high: open + 5, low: open - 3, close: open + 1 }, 2 + (hour % 3));
  }
  return builder.series;
}

function opensOf(start: string, hours: number, timeframe: Timeframe): string[] {
  const series = aggregateSeries(hoursFrom(start, hours), timeframe);
  return Array.from(series.time, (time) =>
    isoFromInstant(time as Parameters<typeof isoFromInstant>[0]).slice(5, 16),
  );
}

test('a longer bar has the first open, the highest high, the lowest low and the last close of both sides', () => {
  const series = aggregateSeries(hoursFrom('2025-01-06T22:00Z', 8), 'H4');
  assert.deepEqual([...series.open], [100, 104]);
  assert.deepEqual([...series.high], [108, 112]);
  assert.deepEqual([...series.low], [97, 101]);
  assert.deepEqual([...series.close], [104, 108]);
  assert.deepEqual([...series.askOpen], [102, 107]);
  assert.deepEqual([...series.askHigh], [111, 115]);
  assert.deepEqual([...series.askClose], [106, 111]);
});

test('H4 and D1 bars begin at midnight of the server, in winter and in summer', () => {
  assert.deepEqual(opensOf('2025-01-06T22:00Z', 8, 'H4'), ['01-06T22:00', '01-07T02:00']);
  assert.deepEqual(opensOf('2025-07-07T21:00Z', 8, 'H4'), ['07-07T21:00', '07-08T01:00']);
  assert.deepEqual(opensOf('2025-07-07T20:00Z', 26, 'D1'), [
    '07-06T21:00',
    '07-07T21:00',
    '07-08T21:00',
  ]);
});

test('the server’s days begin at its midnight when the clocks change, too', () => {
  // New York puts its clocks forward at 07:00 UTC of 9 March: that day of the server has 23 hours.
  assert.deepEqual(opensOf('2025-03-08T22:00Z', 25, 'D1'), ['03-08T22:00', '03-09T21:00']);
  assert.deepEqual(opensOf('2025-03-09T02:00Z', 22, 'H4').slice(1, 4), [
    '03-09T06:00',
    '03-09T09:00',
    '03-09T13:00',
  ]);
  // And back at 06:00 UTC of 2 November: 25 hours.
  assert.deepEqual(opensOf('2025-11-01T21:00Z', 26, 'D1'), ['11-01T21:00', '11-02T22:00']);
});

test('a series in its own timeframe stays as it is, and a shorter one cannot be made of it', () => {
  const series = hoursFrom('2025-01-06T22:00Z', 2);
  assert.equal(aggregateSeries(series, 'H1'), series);
  assert.throws(
    () => aggregateSeries(series, 'M30'),
    /H1 bars cannot be made into shorter M30 bars/,
  );
});
