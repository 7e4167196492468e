import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../lib/format-duration.ts';
import { fanScales, WIDE } from './fan-scales.ts';
import { intervalWords, valueWords } from './measure-words.ts';
import { plainBalance } from './starting-balance.tsx';

const textOf = (key: string) =>
  MEASURES.find((text) => text.key === key) ?? expect.unreachable(`no ${key}`);

describe('a measure in words', () => {
  test('has the sign of a result, and none where it is a size', () => {
    expect(valueWords(3, textOf('expectancy'), 'USD')).toBe('+$3.00');
    expect(valueWords(3, textOf('deviation'), 'USD')).toBe('$3.00');
    expect(valueWords(-0.5, textOf('sharpe_ratio'), 'USD')).toBe('-0.50');
    expect(valueWords(12, textOf('longest_losses'), 'USD')).toBe('12');
  });

  test.each([
    [{ low: 1, high: 2 }, '95%: 1.00 to 2.00'],
    [{ low: 1, high: null }, '95%: 1.00 or more'],
    [{ low: null, high: 2 }, '95%: 2.00 or less'],
    [{ low: null, high: null }, '95%: open'],
  ])('has the interval %j', (interval, words) => {
    expect(intervalWords({ interval, n: 50 }, textOf('profit_factor'), 'USD')).toBe(words);
  });

  test('says from how many trades on there is an interval, where one will be', () => {
    const found = { interval: null, n: 49 };
    expect(intervalWords(found, textOf('profit_factor'), 'USD')).toBe(
      '95% interval from 50 trades on',
    );
    expect(intervalWords(found, textOf('max_drawdown'), 'USD')).toBe(null);
  });
});

test.each([
  [0, '0 s'],
  [900, '1 s'],
  [61_000, '1 min 1 s'],
  [7_500_000, '2 h 5 min'],
  [7_199_000, '2 h'],
  [3_600_000, '1 h'],
  [1_755_600_000, '20 d 8 h'],
])('%i ms are %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});

test.each([
  ['10,000.50', 'USD', '10000.50'],
  [' 2 500 ', 'USD', '2500'],
  ['1.5', 'JPY', null],
  ['1e5', 'USD', null],
  ['0.00', 'USD', null],
])('%j of %s is the balance %j', (typed, currency, plain) => {
  expect(plainBalance(typed, currency)).toBe(plain);
});

test('ruin is drawn where it is near the runs, and does not flatten them where it is far', () => {
  const fan = [
    { trade: 0, p5: 0, p25: 0, p50: 0, p75: 0, p95: 0 },
    { trade: 100, p5: -100, p25: 0, p50: 50, p75: 80, p95: 100 },
  ];
  expect(fanScales(fan, WIDE, -250).showsRuin).toBe(true);
  const far = fanScales(fan, WIDE, -5_000);
  expect(far.showsRuin).toBe(false);
  expect(far.y.domain()).toEqual([-100, 100]);
});
