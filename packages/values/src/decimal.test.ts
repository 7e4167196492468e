import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalFromUnits, unitsFromDecimal, unitsFromNumber } from './decimal.ts';
import { ValueError } from './value-error.ts';

test('a decimal text becomes whole units without passing through a binary fraction', () => {
  assert.equal(unitsFromDecimal('1.08214', 5), 108214);
  assert.equal(unitsFromDecimal('-12.30', 2), -1230);
  assert.equal(unitsFromDecimal('7', 2), 700);
  assert.equal(unitsFromDecimal('0.1', 10), 1_000_000_000);
  assert.equal(unitsFromDecimal('007.50', 1), 75);
});

test('trailing zeros are no decimals, and minus zero is zero', () => {
  assert.equal(unitsFromDecimal('1.5000000000', 1), 15);
  assert.ok(Object.is(unitsFromDecimal('-0.00', 2), 0));
});

test('a text that is not a plain decimal is refused with the text', () => {
  for (const text of [
    '',
    ' 1',
    '1 ',
    '1,5',
    '.5',
    '5.',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    '1.2.3',
    '--1',
    '١',
  ]) {
    assert.throws(() => unitsFromDecimal(text, 2), {
      name: 'ValueError',
      message: `'${text}' is not a decimal number`,
    });
  }
});

test('more decimals than there are units for are refused with both figures', () => {
  assert.throws(
    () => unitsFromDecimal('1.001', 2),
    new ValueError("'1.001' is finer than 2 decimals"),
  );
});

test('a number too large to be exact is refused', () => {
  assert.equal(unitsFromDecimal('90071992547409.91', 2), Number.MAX_SAFE_INTEGER);
  assert.throws(() => unitsFromDecimal('90071992547409.92', 2), /too large to be exact/);
});

test('a JSON number counts by its shortest decimal', () => {
  assert.equal(unitsFromNumber(0.1, 2), 10);
  assert.equal(unitsFromNumber(1.005, 3), 1005);
  assert.throws(
    () => unitsFromNumber(0.1 + 0.2, 2),
    /'0.30000000000000004' is finer than 2 decimals/,
  );
});

test('a number that prints with an exponent counts like any other', () => {
  assert.equal(unitsFromNumber(1e-7, 8), 10);
  assert.equal(unitsFromNumber(-2.5e-7, 8), -25);
  assert.throws(() => unitsFromNumber(1e-11, 5), /is finer than 5 decimals/);
  assert.throws(() => unitsFromNumber(1.5e300, 2), /too large to be exact/);
  assert.throws(() => unitsFromNumber(Number.NaN, 2), /NaN is not a finite number/);
  assert.throws(() => unitsFromNumber(Number.POSITIVE_INFINITY, 2), ValueError);
});

test('units print with all their decimals', () => {
  assert.equal(decimalFromUnits(-5, 2), '-0.05');
  assert.equal(decimalFromUnits(108214, 5), '1.08214');
  assert.equal(decimalFromUnits(0, 3), '0.000');
  assert.equal(decimalFromUnits(42, 0), '42');
});

test('whatever units are written, the same are read back, as text and as a number', () => {
  const units = fc.integer({ min: -1e14, max: 1e14 });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 10 }), (value, digits) => {
      const text = decimalFromUnits(value, digits);
      assert.equal(unitsFromDecimal(text, digits), value);
      assert.equal(unitsFromNumber(Number(text), digits), value === 0 ? 0 : value);
    }),
  );
});
