import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mannWhitney } from './mann-whitney.ts';

const upTo = (count: number, shift = 0) => Array.from({ length: count }, (_, n) => n + shift);

test('two samples that lie the same are likely to be one', () => {
  const even = upTo(500).map((n) => 2 * n);
  const odd = upTo(500).map((n) => 2 * n + 1);
  assert.ok(mannWhitney(even, odd) > 0.8);
  assert.equal(mannWhitney(Array(50).fill(3), Array(50).fill(3)), 1);
});

test('two samples that lie apart are not', () => {
  assert.ok(mannWhitney(upTo(500), upTo(500, 100)) < 1e-6);
  assert.equal(mannWhitney(upTo(40), upTo(40, 9)), mannWhitney(upTo(40, 9), upTo(40)));
});

test('the worked example: u 6 of 5 and 5 gives z 1.253 and p 0.21', () => {
  // Ranks of the first: 1, 2, 4, 6, 8 → 21, u = 21 - 15 = 6; sd = sqrt(25 · 11 / 12) = 4.787;
  // z = (12.5 - 6 - 0.5) / 4.787 = 1.2534
  const p = mannWhitney([1, 2, 4, 6, 8], [3, 5, 7, 9, 10]);
  assert.ok(Math.abs(p - 0.21) < 0.001, String(p));
});

test('ties share their rank: half of either sample at each of two values is no difference', () => {
  assert.ok(mannWhitney([1, 1, 2, 2], [1, 1, 2, 2]) > 0.999_999);
});
