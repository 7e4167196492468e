import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addMoney,
  compareMoney,
  currencyDigits,
  currencyOf,
  formatMoney,
  money,
  moneyFromDecimal,
  moneyFromNumber,
  moneyToDecimal,
  moneyToNumber,
  negateMoney,
  roundToMoney,
  subtractMoney,
  sumMoney,
} from './money.ts';

const USD = currencyOf('USD');
const JPY = currencyOf('JPY');
const KWD = currencyOf('KWD');

test('a currency is three capital letters', () => {
  for (const wrong of ['', 'usd', 'US', 'USDT', 'U$D', 'USD ']) {
    assert.throws(() => currencyOf(wrong), {
      name: 'ValueError',
      message: `'${wrong}' is not a currency code such as USD`,
    });
  }
});

test('amounts have the decimals of their currency', () => {
  assert.deepEqual([USD, JPY, KWD].map(currencyDigits), [2, 0, 3]);
  assert.equal(formatMoney(moneyFromDecimal('-0.05', USD)), '-0.05 USD');
  assert.equal(formatMoney(moneyFromDecimal('1500', JPY)), '1500 JPY');
  assert.equal(formatMoney(moneyFromDecimal('1.5', KWD)), '1.500 KWD');
  assert.throws(() => moneyFromDecimal('1.5', JPY), /'1.5' is finer than 0 decimals/);
  assert.throws(() => moneyFromNumber(1.001, USD), /'1.001' is finer than 2 decimals/);
});

test('minor units are whole and exact', () => {
  for (const wrong of [0.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => money(wrong, USD), { name: 'ValueError' });
  }
  assert.ok(Object.is(money(-0, USD).minor, 0));
  assert.ok(Object.is(negateMoney(money(0, USD)).minor, 0));
});

test('two currencies never mix', () => {
  for (const combine of [addMoney, subtractMoney, compareMoney]) {
    assert.throws(() => combine(money(1, USD), money(1, JPY)), {
      message: 'cannot combine USD with JPY',
    });
  }
  assert.throws(() => sumMoney([money(1, USD), money(1, JPY)], USD), {
    message: 'cannot combine USD with JPY',
  });
});

test('an inexact amount rounds to the minor unit, halves away from zero', () => {
  assert.equal(roundToMoney(1.005, USD).minor, 101);
  assert.equal(roundToMoney(-1.005, USD).minor, -101);
  assert.equal(roundToMoney(1.004999, USD).minor, 100);
  assert.equal(roundToMoney(0.5, JPY).minor, 1);
  assert.equal(roundToMoney(1.0005, KWD).minor, 1001);
  assert.equal(roundToMoney(-0.001, USD).minor, 0);
  assert.throws(() => roundToMoney(Number.NaN, USD), /NaN is not an amount of USD/);
});

// @spec 10.37
test('a sum of cents is exact where a sum of doubles is not', () => {
  const tenth = moneyFromDecimal('0.10', USD);
  assert.equal(moneyToNumber(sumMoney(Array(3).fill(tenth), USD)), 0.3);
  assert.equal(sumMoney([], USD).minor, 0);
  assert.equal(subtractMoney(money(1, USD), money(3, USD)).minor, -2);
  assert.ok(compareMoney(money(1, USD), money(2, USD)) < 0);
});

test('amounts survive the way to text and to a JSON number and back, in every currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e13, max: 1e13 }),
      fc.constantFrom(USD, JPY, KWD),
      (minor, currency) => {
        const amount = money(minor, currency);
        assert.deepEqual(moneyFromDecimal(moneyToDecimal(amount), currency), amount);
        assert.deepEqual(moneyFromNumber(moneyToNumber(amount), currency), amount);
        assert.deepEqual(roundToMoney(moneyToNumber(amount), currency), amount);
      },
    ),
  );
});

test('every half of a cent that has a decimal rounds away from zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (cents) => {
      const half = Number(`${cents}.5`) / 100;
      assert.equal(roundToMoney(half, USD).minor, cents + 1);
      assert.equal(roundToMoney(-half, USD).minor, -cents - 1);
    }),
  );
});
