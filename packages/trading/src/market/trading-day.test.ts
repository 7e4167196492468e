import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, type Instant, instant, instantFromIso } from '@quorate/values/instant';
import fc from 'fast-check';
import { serverTimeMs } from './new-york-clock.ts';
import { sessionAt } from './session.ts';
import {
  addOpenMarket,
  isRollover,
  isWeekendRisk,
  openMarketMs,
  serverWeekday,
  tradingDayName,
  tradingDayOf,
  tradingDayStart,
  tradingWeekOf,
  tradingWeekStart,
} from './trading-day.ts';

const at = instantFromIso;
const dayAt = (text: string) => tradingDayName(tradingDayOf(at(text)));

test('a trading day begins at 17:00 in New York', () => {
  assert.equal(dayAt('2025-01-02T21:59:59Z'), '2025-01-02');
  assert.equal(dayAt('2025-01-02T22:00:00Z'), '2025-01-03');
  assert.equal(dayAt('2025-07-02T20:59:59Z'), '2025-07-02');
  assert.equal(dayAt('2025-07-02T21:00:00Z'), '2025-07-03');
  assert.equal(
    tradingDayStart(tradingDayOf(at('2025-07-02T22:00:00Z'))),
    at('2025-07-02T21:00:00Z'),
  );
});

test('the day before 1970 is day -1', () => {
  assert.equal(tradingDayOf(instant(-3 * HOUR_MS)), -1);
  assert.equal(serverWeekday(instant(-3 * HOUR_MS)), 3);
});

// @spec 10.40
test('a trading week begins on Monday 00:00 of the server', () => {
  const sunday = at('2025-01-12T21:59:59Z');
  const monday = at('2025-01-12T22:00:00Z');
  assert.equal(tradingWeekOf(monday), tradingWeekOf(sunday) + 1);
  assert.equal(tradingWeekStart(tradingWeekOf(monday)), monday);
  assert.equal(serverWeekday(monday), 1);
  assert.equal(serverWeekday(sunday), 0);
});

test('weeks in which a clock changes are a week long all the same', () => {
  for (const text of [
    '2025-03-05T12:00:00Z',
    '2025-03-12T12:00:00Z',
    '2025-10-29T12:00:00Z',
    '2025-11-05T12:00:00Z',
  ]) {
    const week = tradingWeekOf(at(text));
    assert.equal(openMarketMs(tradingWeekStart(week), tradingWeekStart(week + 1)), 5 * DAY_MS);
    assert.equal(serverWeekday(tradingWeekStart(week)), 1);
  }
});

test('every moment lies in its own day and week', () => {
  const moment = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) }).map(instant);
  fc.assert(
    fc.property(moment, (each: Instant) => {
      const day = tradingDayOf(each);
      assert.ok(tradingDayStart(day) <= each && each < tradingDayStart(day + 1));
      const week = tradingWeekOf(each);
      assert.ok(tradingWeekStart(week) <= each && each < tradingWeekStart(week + 1));
    }),
    { numRuns: 1_000 },
  );
});

test('the last hour of Friday and the weekend are no time to open anything', () => {
  assert.equal(isWeekendRisk(at('2025-01-10T20:59:59.999Z')), false);
  assert.equal(isWeekendRisk(at('2025-01-10T21:00:00Z')), true);
  assert.equal(isWeekendRisk(at('2025-01-12T21:59:59.999Z')), true);
  assert.equal(isWeekendRisk(at('2025-01-12T22:00:00Z')), false);
  // In summer Friday ends an hour earlier in UTC.
  assert.equal(isWeekendRisk(at('2025-07-11T19:59:59.999Z')), false);
  assert.equal(isWeekendRisk(at('2025-07-11T20:00:00Z')), true);
});

test('the rollover lasts from five to midnight until one', () => {
  assert.equal(isRollover(at('2025-01-07T21:54:59.999Z')), false);
  assert.equal(isRollover(at('2025-01-07T21:55:00Z')), true);
  assert.equal(isRollover(at('2025-01-07T22:59:59.999Z')), true);
  assert.equal(isRollover(at('2025-01-07T23:00:00Z')), false);
});

test('sessions follow the clock of New York', () => {
  const sessions = [
    '22:30',
    '23:00',
    '07:59',
    '08:00',
    '12:59',
    '13:00',
    '16:59',
    '17:00',
    '21:54',
    '21:55',
  ].map((time) => sessionAt(at(`2025-01-07T${time}:00Z`)));
  assert.deepEqual(sessions, [
    'rollover',
    'asia',
    'asia',
    'europe',
    'europe',
    'overlap',
    'overlap',
    'america',
    'america',
    'rollover',
  ]);
  assert.equal(sessionAt(at('2025-07-07T12:00:00Z')), 'overlap');
});

test('open hours leave the weekend out and are never negative', () => {
  assert.equal(openMarketMs(at('2025-01-10T21:00:00Z'), at('2025-01-12T23:00:00Z')), 2 * HOUR_MS);
  assert.equal(openMarketMs(at('2025-01-11T00:00:00Z'), at('2025-01-12T00:00:00Z')), 0);
  assert.equal(openMarketMs(at('2025-01-08T00:00:00Z'), at('2025-01-07T00:00:00Z')), 0);
});

test('hours of open market leave out the weekend', () => {
  const friday = at('2025-01-10T12:00:00Z');
  // Ten hours are left of Friday, the other fourteen are Monday's: 22:00 UTC on Sunday is Monday's midnight.
  assert.equal(addOpenMarket(friday, 24 * HOUR_MS), at('2025-01-13T12:00:00Z'));
  assert.equal(addOpenMarket(at('2025-01-07T12:00:00Z'), 24 * HOUR_MS), at('2025-01-08T12:00:00Z'));
  assert.equal(addOpenMarket(at('2025-01-11T12:00:00Z'), HOUR_MS), at('2025-01-12T23:00:00Z'));
  fc.assert(
    fc.property(
      fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
      fc.integer({ min: 1, max: 500 }),
      (from, hours) => {
        const until = addOpenMarket(instant(from), hours * HOUR_MS);
        assert.equal(openMarketMs(instant(from), until), hours * HOUR_MS);
      },
    ),
  );
});

test('the day of a moment is the same whichever moment was asked about before', () => {
  const start = instantFromIso('2024-01-01T00:00:00Z');
  // Two years in steps of 37 minutes, forwards, then backwards: over four changes of the clocks.
  const moments = Array.from({ length: 28_000 }, (_, at) => instant(start + at * 37 * 60_000));
  for (const moment of [...moments, ...moments.toReversed()]) {
    assert.equal(tradingDayOf(moment), Math.floor(serverTimeMs(moment) / 86_400_000));
  }
  for (let day = tradingDayOf(start); day < tradingDayOf(start) + 800; day += 1) {
    assert.equal(tradingDayOf(tradingDayStart(day)), day);
    assert.equal(tradingDayOf(instant(tradingDayStart(day) - 1)), day - 1);
  }
});
