import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant, instantFromIso } from '@quorate/values/instant';
import { sharedBars } from '../../testing/shared-data.ts';
import type { Timeframe } from '../candle.ts';
import { createCandleBuilder } from '../candle-builder.ts';
import { instantFromServerTime, serverTimeMs } from '../new-york-clock.ts';
import { serverWeekday } from '../trading-day.ts';
import { guardSeries } from './data-guards.ts';

const BID = { open: 1_000, high: 1_010, low: 990, close: 1_005 };

/** Hourly bars of every hour that the market is open between two moments, less those that are left out. */
function hours(from: string, to: string, leftOut: (serverIso: string) => boolean = () => false) {
  const builder = createCandleBuilder({ symbol: 'EURUSD', timeframe: 'H1', digits: 5 });
  const end = instantFromIso(to);
  for (let time = instantFromIso(from); time < end; time = instant(time + HOUR_MS)) {
    const weekday = serverWeekday(time);
    if (weekday === 0 || weekday === 6 || leftOut(new Date(serverTimeMs(time)).toISOString()))
      continue;
    builder.pushBid({ time, ...BID }, 2);
  }
  return builder.series;
}

const messages = (...given: Parameters<typeof guardSeries>) =>
  guardSeries(...given).map(({ level, message }) => `${level}: ${message}`);

test('nothing is found in a whole year, weekends and summer time included', () => {
  assert.deepEqual(messages(hours('2024-12-15T22:00Z', '2025-12-20T00:00Z'), 'utc'), []);
});

test('Christmas, New Year and Good Friday are no holes, and a Tuesday in June is one', () => {
  const shut = ['2024-12-25', '2024-12-26', '2025-01-01', '2025-04-18', '2025-06-10'];
  const series = hours('2024-12-15T22:00Z', '2025-07-20T00:00Z', (iso) =>
    shut.some((day) => iso.startsWith(day)),
  );
  assert.deepEqual(messages(series, 'utc'), [
    'warning: EURUSD: a hole of 24 H1 bars, 2025-06-09 21:00 UTC to 2025-06-10 21:00 UTC.',
  ]);
});

test('a break at the same hour every day is the market’s own, and a few missing bars are noted', () => {
  const series = hours(
    '2025-01-05T22:00Z',
    '2025-03-08T00:00Z',
    (iso) => iso.includes('T00:00') || iso.startsWith('2025-02-12T10:'),
  );
  assert.deepEqual(messages(series, 'utc'), [
    "note: EURUSD: 44 short gaps in the hour of 00:00 server time: the market's daily break.",
    'note: EURUSD: 1 short gap, 1 H1 bar in all; the longest is of 1, from 2025-02-12 08:00 UTC.',
  ]);
});

test('times read on the wrong clock fall on weekends, and the right one is suggested', () => {
  const right = hours('2025-01-05T22:00Z', '2025-03-01T00:00Z');
  const shifted = { ...right, time: right.time.map((time) => time + 2 * HOUR_MS) };
  assert.match(
    messages(shifted, 'utc')[0] ?? '',
    /^warning: EURUSD: 16 of 960 bars fall on a weekend when times are read as utc; read as server there are 0: try --zone server\.$/,
  );
});

test('a clock that changes with Europe begins some weeks an hour late', () => {
  const right = hours('2024-09-29T21:00Z', '2025-11-21T00:00Z');
  const europe = (time: number) =>
    (time >= Date.UTC(2024, 9, 27) && time < Date.UTC(2024, 10, 3)) ||
    (time >= Date.UTC(2025, 2, 9) && time < Date.UTC(2025, 2, 30)) ||
    (time >= Date.UTC(2025, 9, 26) && time < Date.UTC(2025, 10, 2));
  // Only the weeks in which Europe and New York disagree, and as many others.
  const some = hours('2025-02-09T22:00Z', '2025-04-18T00:00Z');
  assert.deepEqual(messages(right, 'utc'), []);
  const late = { ...some, time: some.time.map((time) => (europe(time) ? time + HOUR_MS : time)) };
  assert.match(
    messages(late, 'utc').join('\n'),
    /6 weeks begin at 00:00 server time and 3 at 01:00; the clock of the file changes on other dates/,
  );
});

test('crossed quotes and a bar many times as high as its neighbours are named', () => {
  const builder = createCandleBuilder({ symbol: 'EURUSD', timeframe: 'H1', digits: 5 });
  for (let hour = 0; hour < 120; hour += 1) {
    const time = instantFromServerTime(Date.UTC(2025, 0, 6) + hour * HOUR_MS);
    if (hour === 110) builder.pushBid({ time, ...BID, high: 5_000 }, 2);
    else builder.pushBid({ time, ...BID }, hour === 50 || hour === 60 ? -1 : 2);
  }
  assert.deepEqual(messages(builder.series, 'utc'), [
    'warning: EURUSD: 2 of 120 bars have an ask below their bid; nothing is traded on them (from 2025-01-08 00:00 UTC to 2025-01-08 10:00 UTC).',
    'note: EURUSD: 1 bar is more than 25 times as high as the 100 before (2025-01-10 12:00 UTC: 4010 points).',
  ]);
});

const REAL = [
  [
    'EURUSD_H1_oanda_bidask_2007-2018.csv.gz',
    'H1',
    5,
    'warning: EURUSD: a hole of 103 H1 bars, 2016-12-09 22:00 UTC to 2016-12-16 05:00 UTC.',
  ],
  [
    'GBPUSD_M1_fxcm_bidask_2012-02.csv.gz',
    'M1',
    5,
    'warning: GBPUSD: 1203 of 30117 bars have an ask below their bid; nothing is traded on them (from 2012-02-01 07:06 UTC to 2012-02-29 23:58 UTC).',
  ],
] as const;

for (const [file, timeframe, digits, expected] of REAL) {
  const market = {
    symbol: file.slice(0, 6),
    timeframe: timeframe as Timeframe,
    digits,
    zone: 'utc' as const,
  };
  const series = sharedBars(file, market);
  test(`the known fault of ${file} is found`, { skip: series ? false : 'no test data' }, () => {
    assert.ok(series);
    const found = messages(series, 'utc');
    assert.ok(found.includes(expected), found.join('\n'));
    // No Christmas, no weekend.
    assert.ok(!found.some((message) => /hole.*-12-2[456]|hole.*-01-01/.test(message)));
  });
}
