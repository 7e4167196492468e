import { formatTokens, shortTokens } from '@quorate/ui/token-figure';
import { expect, test } from 'vitest';
import { formatDollars, formatLimit, monthlyPrice } from './plan-figures.ts';

// @spec 9.13
test.each([
  [-1, 'Unlimited'],
  [40_000_000, 'Unlimited'],
  [39_999_999, '39.9M'],
  [10_000_000, '10M'],
  [2_500_000, '2.5M'],
  [999_999, '999.9K'],
  [300_000, '300K'],
  [1_000, '1K'],
  [999, '999'],
  [0, '0'],
])('%i tokens read %s', (tokens, words) => {
  expect(formatTokens(tokens)).toBe(words);
});

test('what was used is never called unlimited', () => {
  expect(shortTokens(41_250_000)).toBe('41.2M');
});

test('a limit of -1 reads Unlimited, others stand as they are', () => {
  expect(formatLimit(-1)).toBe('Unlimited');
  expect(formatLimit(1_000)).toBe('1,000');
});

// @spec 9.11
test.each([
  [40, '$33.33'],
  [80, '$66.67'],
  [380, '$316.67'],
  [12, '$10'],
])('a year of $%i a month costs ten months, which is %s a month', (monthly, words) => {
  expect(formatDollars(monthlyPrice(monthly, 'yearly'))).toBe(words);
});
