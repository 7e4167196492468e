import assert from 'node:assert/strict';
import { it } from 'node:test';
import { i18nOf } from '../../words/i18n.ts';
import { majorUnits, moneyInWords } from './money-words.ts';

const I18N = i18nOf('en');

it('minor units become major ones by the digits of their currency', () => {
  assert.equal(majorUnits(4_001, 'USD'), 40.01);
  assert.equal(majorUnits(4_001, 'JPY'), 4_001);
  assert.equal(majorUnits(-5, 'EUR'), -0.05);
  assert.equal(moneyInWords(I18N, 38_000, 'USD'), '$380.00');
  assert.equal(moneyInWords(I18N, 500, 'JPY'), '¥500');
});
