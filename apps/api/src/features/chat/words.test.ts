import assert from 'node:assert/strict';
import { it } from 'node:test';
import { termsOf } from './words.ts';

it('words are cut to their stems, and those that say nothing are left out', () => {
  assert.deepEqual(termsOf('How are refunds processed?'), ['refund', 'process']);
});

it('words and spellings for the very same have one stem, and a word that denies is kept', () => {
  assert.deepEqual(termsOf('e-mail login on my laptop'), termsOf('mail sign computer'));
  assert.deepEqual(termsOf('no SL'), termsOf('without a stop loss'));
  assert.deepEqual(termsOf('it doesn’t connect'), ['not', 'connect']);
  assert.deepEqual(termsOf('why GBPJPY?'), ['symbol', 'gbpjpy']);
});

it('what is as long as no word is holds nobody up', () => {
  const started = performance.now();
  for (const text of ['x'.repeat(50_000), '\ufdfa'.repeat(50_000), 'e\u0301'.repeat(50_000)])
    for (const term of termsOf(text)) assert.ok(term.length <= 40, `${term.length} letters`);
  assert.ok(performance.now() - started < 1_000, `${performance.now() - started} ms`);
});
