import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantFromIso } from '@quorate/values/instant';
import { isMarketShut, keepsForexWeek } from './market-hours.ts';

const at = (iso: string) => instantFromIso(iso);

test('forex is shut from Friday 18:00 to Sunday 16:00 in New York, summer and winter', () => {
  for (const [iso, shut] of [
    // In March 2026 New York is five hours behind UTC until Sunday the 8th, then four.
    ['2026-03-06T21:59:00Z', false],
    ['2026-03-06T22:59:59Z', false],
    ['2026-03-06T23:00:00Z', true],
    ['2026-03-07T12:00:00Z', true],
    ['2026-03-08T19:59:59Z', true],
    ['2026-03-08T20:00:00Z', false],
    ['2026-07-03T21:59:59Z', false],
    ['2026-07-03T22:00:00Z', true],
    ['2026-07-05T19:59:59Z', true],
    ['2026-07-05T20:00:00Z', false],
    ['2026-07-06T10:00:00Z', false],
  ] as const)
    assert.equal(isMarketShut('EURUSD', at(iso)), shut, iso);
});

test('only markets that keep the week of forex are known to be shut', () => {
  for (const symbol of ['EURUSD', 'eurusd.r', 'XAUUSD#', 'XAGEUR', 'USDJPYm'])
    assert.equal(keepsForexWeek(symbol), true, symbol);
  for (const symbol of ['BTCUSD', 'US30', 'EURUSD.practice', 'EURUSD.recorded', 'EUREUR', ''])
    assert.equal(keepsForexWeek(symbol), false, symbol);
  assert.equal(isMarketShut('BTCUSD', at('2026-03-07T12:00:00Z')), false);
});
