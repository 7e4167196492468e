import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decimalSignOf, plainDecimal } from './numbers.ts';

it('figures are read as terminals of all countries print them', () => {
  assert.equal(plainDecimal('- 2.50', '.'), '-2.50');
  assert.equal(plainDecimal(' 4 106.170', '.'), '4106.170');
  assert.equal(plainDecimal('1\u00a0234,56', ','), '1234.56');
  assert.equal(plainDecimal('1\u202f234\u202f567', '.'), '1234567');
  assert.equal(plainDecimal('1,234.56', '.'), '1234.56');
  assert.equal(plainDecimal('1.234.567,89', ','), '1234567.89');
  assert.equal(plainDecimal("1'234.5", '.'), '1234.5');
  assert.equal(plainDecimal('−70,25', ','), '-70.25');
  assert.equal(plainDecimal('+3', '.'), '3');
  assert.equal(plainDecimal('007.10', '.'), '7.10');
});

it('what is no figure is none', () => {
  for (const text of ['', '-', '1.2.3', '12,34.5', 'buy', '1e5', '0x10', '=1+1', '1,2345', '.5'])
    assert.equal(plainDecimal(text, '.'), null, text);
});

it('one clear figure tells the decimal sign of a whole file', () => {
  assert.equal(decimalSignOf(['1,234', '1,5']), ',');
  assert.equal(decimalSignOf(['1,234', '1.5']), '.');
  assert.equal(decimalSignOf(['1.234,50']), ',');
  assert.equal(decimalSignOf(['2025.01.02', 'EURUSD', '']), '.');
});
