import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { formatTokens, shortTokens } from '@quorate/ui/token-figure';
import { expect, test } from 'vitest';
import {
  decisionsOf,
  decisionWords,
  formatDollars,
  formatLimit,
  monthlyPrice,
} from './plan-figures.ts';

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

test('tokens read as decisions with three models, and as what they watch all day', () => {
  expect(LISTED_PLANS.map((plan) => [plan.name, decisionWords(plan)])).toEqual([
    ['Free', 'about 62 decisions: 2 pairs on D1, all day'],
    ['Starter', 'about 620 decisions: 1 pair on H1, all day'],
    ['Pro', 'about 1,600 decisions: 3 pairs on H1, all day'],
    ['Elite', 'as many decisions as you like'],
  ]);
});

test('no more pairs are promised than the plan has symbols, and none that the tokens do not reach', () => {
  const withSymbols = (symbols: number, token_limit: number) =>
    decisionsOf({ token_limit, features: { symbols } });
  expect(withSymbols(2, 30_000_000)).toEqual({ decisions: 6_200, pairs: 2, timeframe: 'H1' });
  expect(withSymbols(-1, 30_000_000)?.pairs).toBe(12);
  expect(withSymbols(2, 4_800)).toEqual({ decisions: 1, pairs: 0, timeframe: 'D1' });
});
