import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNormal, createRandom } from '../market/random.ts';
import { blockBootstrap, blockLength, resamplesOf } from './block-bootstrap.ts';
import { DAY_FIGURES, dayFigures } from './daily-returns.ts';
import { percentileInterval, wilsonInterval } from './interval.ts';
import { percentile } from './percentile.ts';
import { finish } from './slices.ts';
import { TRADE_FIGURES, tradeFigures } from './trade-figures.ts';

test('Wilson’s interval is that of the published example, and ends at the ends', () => {
  // Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662, 0 of 20 ends at 0.1611, 1 of 29 is 0.0061 to 0.1718.
  const rounded = (hits: number, n: number) => {
    const { low, high } = wilsonInterval(hits, n) ?? { low: null, high: null };
    return [low?.toFixed(2), high?.toFixed(2)];
  };
  assert.deepEqual(rounded(81, 263), ['25.53', '36.62']);
  assert.deepEqual(rounded(0, 20), ['0.00', '16.11']);
  assert.deepEqual(rounded(1, 29), ['0.61', '17.18']);
  assert.deepEqual(wilsonInterval(20, 20)?.high, 100);
  assert.equal(wilsonInterval(0, 0), null);
});

test('Wilson’s interval holds the rate and narrows with more trades', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (n, wanted) => {
      const hits = Math.min(n, wanted);
      const { low, high } = wilsonInterval(hits, n) ?? { low: null, high: null };
      assert.ok(low !== null && high !== null && low >= 0 && high <= 100);
      assert.ok(low <= (100 * hits) / n && (100 * hits) / n <= high);
      const wide = high - low;
      const more = wilsonInterval(hits * 4, n * 4);
      assert.ok((more?.high ?? 0) - (more?.low ?? 0) < wide);
    }),
  );
});

test('percentiles interpolate as spreadsheets do', () => {
  assert.equal(percentile([1, 2, 3, 4], 0.5), 2.5);
  assert.equal(percentile([10, 20, 30, 40, 50], 0.1), 14);
  assert.equal(percentile([7], 0.95), 7);
  const { POSITIVE_INFINITY: open } = Number;
  assert.equal(percentile([1, open, open], 0.9), open);
});

test('an interval is open where resamples have no end, and none where too many have no figure', () => {
  const values = new Float64Array(100).map((_, index) => (index < 90 ? index : Infinity));
  assert.deepEqual(percentileInterval(values), { low: 2.475, high: null });
  assert.equal(percentileInterval(values.map((value) => (value < 10 ? Number.NaN : value))), null);
});

test('95% intervals of the mean hold the true mean about 95 times in 100', () => {
  const normal = createNormal(createRandom(20_261_121));
  const tries = 200;
  let held = 0;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const nets = Float64Array.from({ length: 100 }, () => 50 + 300 * normal());
    const tally = tradeFigures(nets, new Float64Array(100).fill(Number.NaN));
    const { expectancy } = finish(blockBootstrap(100, TRADE_FIGURES, tally, attempt));
    if ((expectancy?.low ?? 0) <= 50 && 50 <= (expectancy?.high ?? 0)) held += 1;
  }
  assert.ok(held >= 0.88 * tries && held <= 0.99 * tries, `${held} of ${tries}`);
});

test('a resample of equal results has their figures', () => {
  const tally = tradeFigures(new Float64Array(30).fill(5), new Float64Array(30).fill(0.5));
  const { expectancy, average_r, sqn } = finish(blockBootstrap(30, TRADE_FIGURES, tally, 3));
  assert.deepEqual(
    [expectancy, average_r],
    [
      { low: 5, high: 5 },
      { low: 0.5, high: 0.5 },
    ],
  );
  assert.equal(sqn, null);
});

test('the work is bounded: long records are resampled less often, in longer blocks', () => {
  assert.deepEqual([resamplesOf(30), resamplesOf(8_000), resamplesOf(50_000)], [1_000, 500, 200]);
  assert.deepEqual([blockLength(1), blockLength(30), blockLength(50_000)], [1, 3, 37]);
});

test('the ratios of daily returns are their plain definitions', () => {
  const change = fc.double({ min: -0.05, max: 0.05, noNaN: true });
  fc.assert(
    fc.property(fc.array(change, { minLength: 20, maxLength: 80 }), (returns) => {
      const tally = dayFigures(returns);
      for (const index of returns.keys()) tally.add(index);
      const { sharpe_ratio, sortino_ratio } = tally.figures();
      const sum = (of: (r: number) => number) => returns.reduce((all, r) => all + of(r), 0);
      const mean = sum((r) => r) / returns.length;
      const yearly = (variance: number) => (mean / Math.sqrt(variance)) * Math.sqrt(252);
      const pairs = [
        [sharpe_ratio, yearly(sum((r) => (r - mean) ** 2) / (returns.length - 1))],
        [sortino_ratio, yearly(sum((r) => Math.min(r, 0) ** 2) / returns.length)],
      ] as const;
      for (const [actual, expected] of pairs)
        if (Math.abs(expected) < 1e4 && !Number.isNaN(actual))
          assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)));
    }),
  );
  assert.equal(DAY_FIGURES.length, 4);
});
