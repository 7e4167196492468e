import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { divideRounded, roundHalfAway, roundTo } from './rounding.ts';

test('halves round away from zero, on both sides', () => {
  assert.deepEqual(
    [0.5, 1.5, 2.4999, -0.5, -2.5, 0, 0.4].map(roundHalfAway),
    [1, 2, 2, -1, -3, 0, 0],
  );
  assert.ok(Object.is(roundHalfAway(-0.2), 0));
  assert.ok(Object.is(roundHalfAway(-0), 0));
  // 1.005 * 100 is 100.49999999999999 in binary.
  assert.equal(roundHalfAway(1.005 * 100), 101);
  assert.equal(roundHalfAway(4e15 + 1), 4e15 + 1);
});

test('a whole number of any size rounds to itself', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => assert.equal(roundHalfAway(value), value)));
});

test('a quotient of whole numbers rounds exactly', () => {
  assert.equal(divideRounded(5n, 2n), 3n);
  assert.equal(divideRounded(-5n, 2n), -3n);
  assert.equal(divideRounded(5n, -2n), -3n);
  assert.equal(divideRounded(-7n, -2n), 4n);
  assert.equal(divideRounded(1n, 3n), 0n);
  assert.equal(divideRounded(0n, 7n), 0n);
  assert.throws(() => divideRounded(1n, 0n), RangeError);
  const nearHalf = 10n ** 30n;
  assert.equal(divideRounded(nearHalf - 1n, 2n * nearHalf), 0n);
  assert.equal(divideRounded(nearHalf, 2n * nearHalf), 1n);
});

test('a rounded figure has its decimals and is never minus zero', () => {
  assert.equal(roundTo(1.23456, 2), 1.23);
  assert.equal(roundTo(-1.235, 1), -1.2);
  assert.ok(Object.is(roundTo(-0.001, 2), 0));
  assert.ok(Number.isNaN(roundTo(Number.NaN, 2)));
});
