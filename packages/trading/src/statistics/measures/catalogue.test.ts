import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURES } from './catalogue.ts';

test('every measure has a key of its own, a name of its own and words', () => {
  assert.equal(new Set(MEASURES.map(({ key }) => key)).size, MEASURES.length);
  assert.equal(new Set(MEASURES.map(({ name }) => name)).size, MEASURES.length);
  assert.ok(MEASURES.length >= 30);
  for (const { key, formula, meaning, least, interval } of MEASURES) {
    assert.ok(formula.length > 5 && meaning.endsWith('.'), key);
    // A figure with an interval is an estimate, and an estimate needs a sample.
    assert.ok(least >= (interval === null ? 1 : 20), key);
  }
});
