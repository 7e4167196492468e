import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addMilliseconds,
  instant,
  instantFromDate,
  instantFromIso,
  isoFromInstant,
} from './instant.ts';

test('an ISO time in UTC is read to the millisecond', () => {
  assert.equal(instantFromIso('2025-01-02T14:00Z'), Date.UTC(2025, 0, 2, 14));
  assert.equal(instantFromIso('2025-01-02T14:00:05Z'), Date.UTC(2025, 0, 2, 14, 0, 5));
  assert.equal(instantFromIso('2024-02-29T23:59:59.9Z'), Date.UTC(2024, 1, 29, 23, 59, 59, 900));
});

// @spec 10.38
test('a time without a zone, in another zone, or of a day that does not exist is refused', () => {
  const wrong = [
    '',
    '2025-01-02',
    '2025-01-02T14:00',
    '2025-01-02 14:00Z',
    '2025-01-02T14:00+00:00',
    '2025-02-30T00:00Z',
    '2025-02-29T00:00Z',
    '2025-13-01T00:00Z',
    '2025-01-01T24:00Z',
    '2025-01-01T00:60Z',
    '2025-01-01T00:00:00.0000Z',
    'Z',
  ];
  for (const text of wrong) {
    assert.throws(() => instantFromIso(text), {
      name: 'ValueError',
      message: `'${text}' is not a UTC time such as 2025-01-02T14:00:00Z`,
    });
  }
});

test('a moment is a whole number of milliseconds that a date can hold', () => {
  assert.equal(instant(-1), -1);
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) {
    assert.throws(() => instant(wrong), /is not a moment in milliseconds/);
  }
  assert.throws(() => instantFromDate(new Date(Number.NaN)), /NaN is not a moment/);
  assert.throws(() => addMilliseconds(instant(8.64e15), 1), /is not a moment/);
  assert.equal(addMilliseconds(instant(5), -6), -1);
});

test('every moment of four digits of year is written and read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(0, 0, 1), max: Date.UTC(9999, 11, 31) }), (ms) => {
      assert.equal(instantFromIso(isoFromInstant(instant(ms))), ms);
    }),
  );
});

test('a moment is written as a Date writes it, in whatever order moments come', () => {
  const moments = [0, -1, 1, 86_399_999, 86_400_000, -86_400_000, 8.64e15, -8.64e15];
  for (let index = 0; index < 20_000; index += 1) {
    moments.push(((index * 7_919_000_003) % 8e12) - 4e12, (index * 104_729_777_777_777) % 8.64e15);
  }
  for (const moment of moments) {
    const whole = Math.trunc(moment);
    assert.equal(isoFromInstant(instant(whole)), new Date(whole).toISOString());
  }
});
