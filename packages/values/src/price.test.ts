import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pipsFromPoints, pointsPerPip } from './pips.ts';
import {
  pointsBetween,
  price,
  priceFromDecimal,
  priceFromNumber,
  priceToDecimal,
  priceToNumber,
} from './price.ts';

test('a price is whole points with its digits', () => {
  assert.deepEqual(priceFromDecimal('1.08214', 5), { points: 108214, digits: 5 });
  assert.equal(priceToDecimal(price(108214, 5)), '1.08214');
  assert.equal(priceToNumber(price(150123, 3)), 150.123);
  assert.throws(() => priceFromDecimal('1.082145', 5), /1.082145/);
  assert.throws(() => price(0.5, 5), /0.5 is not a whole number of points/);
  for (const digits of [-1, 9, 1.5])
    assert.throws(() => price(1, digits), /a price has 0 to 8 digits/);
});

test('a distance needs two prices of the same digits', () => {
  assert.equal(pointsBetween(price(108214, 5), price(108200, 5)), 14);
  assert.throws(() => pointsBetween(price(1, 5), price(1, 3)), {
    message: 'prices of 5 and 3 digits',
  });
});

test('a pip is ten points on 3- and 5-digit quotes, else one', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(pointsPerPip), [1, 1, 1, 10, 1, 10, 1]);
  assert.equal(pipsFromPoints(7, 5), 0.7);
  assert.equal(pipsFromPoints(7, 2), 7);
});

test('every price survives the way to text and to a JSON number and back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.integer({ min: 0, max: 8 }),
      (points, digits) => {
        const quote = price(points, digits);
        assert.deepEqual(priceFromDecimal(priceToDecimal(quote), digits), quote);
        assert.deepEqual(priceFromNumber(priceToNumber(quote), digits), quote);
      },
    ),
  );
});
