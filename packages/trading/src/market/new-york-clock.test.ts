import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, type Instant, instant, instantFromIso } from '@quorate/values/instant';
import fc from 'fast-check';
import {
  instantFromServerTime,
  newYorkOffsetMs,
  serverOffsetMs,
  serverTimeMs,
} from './new-york-clock.ts';

const at = instantFromIso;

test('New York keeps daylight saving from the second Sunday of March to the first of November', () => {
  assert.equal(newYorkOffsetMs(at('2025-03-09T06:59:59.999Z')), -5 * HOUR_MS);
  assert.equal(newYorkOffsetMs(at('2025-03-09T07:00:00Z')), -4 * HOUR_MS);
  assert.equal(newYorkOffsetMs(at('2025-11-02T05:59:59.999Z')), -4 * HOUR_MS);
  assert.equal(newYorkOffsetMs(at('2025-11-02T06:00:00Z')), -5 * HOUR_MS);
});

test('before 2007 it kept it from April to October', () => {
  assert.equal(newYorkOffsetMs(at('2006-03-20T12:00:00Z')), -5 * HOUR_MS);
  assert.equal(newYorkOffsetMs(at('2006-04-03T12:00:00Z')), -4 * HOUR_MS);
  assert.equal(newYorkOffsetMs(at('2006-10-30T12:00:00Z')), -5 * HOUR_MS);
});

test('the server is two hours ahead of UTC in winter and three in summer', () => {
  assert.equal(serverOffsetMs(at('2025-01-02T12:00:00Z')), 2 * HOUR_MS);
  assert.equal(serverOffsetMs(at('2025-07-02T12:00:00Z')), 3 * HOUR_MS);
  // Europe has put its clocks forward, New York long before.
  assert.equal(serverOffsetMs(at('2025-03-20T12:00:00Z')), 3 * HOUR_MS);
});

test('a time of the server becomes the moment at which the server shows it', () => {
  assert.equal(instantFromServerTime(Date.UTC(2025, 0, 2)), at('2025-01-01T22:00:00Z'));
  assert.equal(instantFromServerTime(Date.UTC(2025, 6, 2)), at('2025-07-01T21:00:00Z'));
});

test('of an hour shown twice the first is meant, and a skipped hour counts on', () => {
  // 2 November 2025: New York goes from 1:59 back to 1:00, the server from 8:59 back to 8:00.
  assert.equal(instantFromServerTime(Date.UTC(2025, 10, 2, 8, 30)), at('2025-11-02T05:30:00Z'));
  // 9 March 2025: the server goes from 8:59 to 10:00.
  assert.equal(instantFromServerTime(Date.UTC(2025, 2, 9, 9, 30)), at('2025-03-09T07:30:00Z'));
});

test('every moment goes to the server and back, the repeated hour excepted', () => {
  const moment = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2060, 0, 1) }).map(instant);
  fc.assert(
    fc.property(moment, (each: Instant) => {
      const there = serverTimeMs(each);
      const back = instantFromServerTime(there);
      assert.ok(back === each || back === each - HOUR_MS);
      assert.equal(serverTimeMs(back), there);
    }),
    { numRuns: 2_000 },
  );
});

test('the answer is the same in whatever order moments are asked', () => {
  const moments = Array.from({ length: 400 }, (_, i) =>
    instant(Date.UTC(2000, 0, 1) + i * 37 * 24 * HOUR_MS),
  );
  const forwards = moments.map(newYorkOffsetMs);
  const backwards = moments.toReversed().map(newYorkOffsetMs).reverse();
  assert.deepEqual(backwards, forwards);
});
