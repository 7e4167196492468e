import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderKeyFromHash } from '../account/order.ts';
import { aSnapshot } from '../testing/builders.ts';
import { createOfflineDecisions } from './offline-decisions.ts';

/** FNV-1a over 64 bits as it is defined, in big numbers. */
function fnv(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

test('a key is made of the symbol and the time, by a hash that is the same everywhere', () => {
  const { decide } = createOfflineDecisions();
  const keys = new Set<string>();
  for (let hour = 0; hour < 5_000; hour += 1) {
    const as_of = new Date(Date.UTC(2025, 0, 1, hour)).toISOString();
    const outcome = decide({ snapshot: { ...aSnapshot(), as_of }, tradesOpenedToday: 0 });
    assert.ok(outcome.kind === 'decision');
    assert.equal(outcome.orderKey, orderKeyFromHash(fnv(`EURUSD ${as_of}`)));
    keys.add(outcome.orderKey);
  }
  assert.equal(keys.size, 5_000);
});
