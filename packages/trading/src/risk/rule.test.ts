import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptCheck, passed } from './rule.ts';

test('a check serves for as long as its figures stay, and not beyond', () => {
  const kept = keptCheck('daily_trades');
  const first = kept(2, 10);
  assert.deepEqual(first, passed('daily_trades', 2, 10));
  assert.equal(kept(2, 10), first);
  assert.deepEqual(kept(3, 10), passed('daily_trades', 3, 10));
  assert.deepEqual(kept(3, 12), passed('daily_trades', 3, 12));
  assert.deepEqual(first, passed('daily_trades', 2, 10));
});
