import { expect, test } from 'vitest';
import { countOf, formatMoney, formatPercent, formatPrice, formatVolume } from './format.ts';
import { formatTime } from './time-format.ts';

test.each([
  [1234.5, 'USD', '+$1,234.50'],
  [-0.05, 'USD', '-$0.05'],
  [0, 'USD', '$0.00'],
  [-0, 'USD', '$0.00'],
  [0.1 + 0.2, 'EUR', '+€0.30'],
  [1500, 'JPY', '+¥1,500.00'],
])('a result of %d %s reads %s', (amount, currency, words) => {
  expect(formatMoney(amount, currency, 'always')).toBe(words);
});

test('an amount that is no result has no plus', () => {
  expect(formatMoney(5, 'USD')).toBe('$5.00');
  expect(formatMoney(-5, 'USD')).toBe('-$5.00');
});

test('a currency nobody knows is written as its code', () => {
  expect(formatMoney(5, 'XQZ').replace(/\s/, ' ')).toBe('XQZ 5.00');
});

test('prices keep the digits of their symbol, and are not grouped', () => {
  expect(formatPrice(1.1, 5)).toBe('1.10000');
  expect(formatPrice(2024.5, 2)).toBe('2024.50');
  expect(formatPrice(38000, 0)).toBe('38000');
});

test('volumes and rates have 2 decimals', () => {
  expect(formatVolume(0.1)).toBe('0.10');
  expect(formatVolume(1250)).toBe('1,250.00');
  expect(formatPercent(66.67)).toBe('66.67%');
  expect(formatPercent(0)).toBe('0.00%');
});

test('one is singular', () => {
  expect(countOf(1, 'trade')).toBe('1 trade');
  expect(countOf(0, 'trade')).toBe('0 trades');
  expect(countOf(2, 'loss', 'losses')).toBe('2 losses');
});

test('times are told in the zone that is asked for', () => {
  expect(formatTime('2025-01-02T20:30:00.000Z', 'UTC')).toBe('2 Jan 2025, 20:30');
  expect(formatTime('2025-01-02T20:30:00.000Z', 'Asia/Karachi')).toBe('3 Jan 2025, 01:30');
  expect(formatTime('2025-01-02T00:00:00.000Z', 'UTC')).toBe('2 Jan 2025, 00:00');
});
