import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatCount,
  formatMoney,
  formatPercent,
  formatPrice,
  formatShare,
  formatVolume,
} from './format.ts';
import { formatClock, formatDay, formatTime, isoDay } from './time-format.ts';

const RESULTS: ReadonlyArray<[amount: number, currency: string, words: string]> = [
  [1234.5, 'USD', '+$1,234.50'],
  [-0.05, 'USD', '-$0.05'],
  [0, 'USD', '$0.00'],
  [-0.001, 'USD', '$0.00'],
  [0.1 + 0.2, 'EUR', '+€0.30'],
  [1500, 'JPY', '+¥1,500.00'],
];
for (const [amount, currency, words] of RESULTS) {
  // @spec 9.28
  test(`a result of ${amount} ${currency} reads ${words}`, () => {
    assert.equal(formatMoney(amount, currency, 'always'), words);
  });
}

test('an amount that is no result has no plus', () => {
  assert.equal(formatMoney(5, 'USD'), '$5.00');
  assert.equal(formatMoney(-5, 'USD'), '-$5.00');
});

test('a currency nobody knows is written as its code', () => {
  assert.equal(formatMoney(5, 'XQZ').replace(/\s/, ' '), 'XQZ 5.00');
});

test('prices keep the digits of their symbol, and are not grouped', () => {
  assert.equal(formatPrice(1.1, 5), '1.10000');
  assert.equal(formatPrice(2024.5, 2), '2024.50');
  assert.equal(formatPrice(38000, 0), '38000');
});

// @spec 9.28
test('volumes and rates have 2 decimals', () => {
  assert.equal(formatVolume(0.1), '0.10');
  assert.equal(formatVolume(1250), '1,250.00');
  assert.equal(formatPercent(66.67), '66.67%');
  assert.equal(formatPercent(0), '0.00%');
  assert.equal(formatShare(0.615), '62%');
});

test('counts have their thousands apart', () => {
  assert.equal(formatCount(1_000_000), '1,000,000');
});

test('times are told in the zone that is asked for', () => {
  assert.equal(formatTime('2025-01-02T20:30:00.000Z', 'UTC'), '2 Jan 2025, 20:30');
  assert.equal(formatTime('2025-01-02T20:30:00.000Z', 'Asia/Karachi'), '3 Jan 2025, 01:30');
  assert.equal(formatTime('2025-01-02T00:00:00.000Z', 'UTC'), '2 Jan 2025, 00:00');
});

test('a day and a clock leave the other out', () => {
  assert.equal(formatDay('2025-01-02T20:30:07.000Z', 'Asia/Karachi'), '3 Jan 2025');
  assert.equal(isoDay('2025-01-02T20:30:07.000Z', 'Asia/Karachi'), '2025-01-03');
  assert.equal(formatClock('2025-01-02T20:30:07.000Z', 'UTC'), '20:30:07');
});
