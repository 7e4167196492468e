import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from '../market/random.ts';
import { dayEstimates } from './daily-returns.ts';
import { meanOf } from './estimate.ts';
import { wilsonInterval } from './interval.ts';
import { percentile } from './percentile.ts';
import {
  intervalOf,
  longRunVariance,
  rateInterval,
  studentQuantile,
  wavesOf,
} from './record-interval.ts';
import { tradeEstimates } from './trade-figures.ts';

const near = (actual: number, expected: number, within = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

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

test('Student’s quantiles are those of the printed tables to 0.001', () => {
  const quantiles = [4, 5, 10, 24].map((degrees) => studentQuantile(degrees).toFixed(3));
  assert.deepEqual(quantiles, ['2.776', '2.570', '2.228', '2.064']);
});

test('the error of a mean is worked out by hand for four results', () => {
  // Two waves through 3, 1, -1, -3: cos 22.5°, 67.5°, … and cos 45°, 135°, ….
  const eighth = Math.PI / 8;
  const first = 2 * (3 * Math.cos(eighth) + Math.cos(3 * eighth));
  near(longRunVariance(Float64Array.of(3, 1, -1, -3), 2), (2 * first ** 2) / (4 * 2));
});

test('of independent results the long-run variance is the variance, of clustered ones as much more as they cluster', () => {
  const random = createRandom(5);
  const meanOfMany = (repeats: number) => {
    let sum = 0;
    for (let record = 0; record < 400; record += 1) {
      let result = 0;
      const results = Float64Array.from({ length: 400 }, () => {
        if (random() >= repeats) result = random() < 0.5 ? 1 : -1;
        return result;
      });
      sum += longRunVariance(meanOf(results).influences, 10);
    }
    return sum / 400;
  };
  assert.ok(Math.abs(meanOfMany(0) - 1) < 0.05);
  // (1 + 0.4) / (1 - 0.4)
  assert.ok(Math.abs(meanOfMany(0.4) - 7 / 3) < 0.15);
});

test('the interval of a mean is even about results that are, and leans to the long tail of those that are not', () => {
  const even = Float64Array.from({ length: 30 }, (_, index) => [3, -1, -3, 1][index % 4] ?? 0);
  const { value, influences } = meanOf(even);
  const spread = Math.sqrt(longRunVariance(influences, wavesOf(30)) / 30);
  const ends = intervalOf(meanOf(even));
  assert.ok(Math.abs((ends?.high ?? 0) + (ends?.low ?? 0) - 2 * value) < 0.02 * spread);
  near((ends?.high ?? 0) - (ends?.low ?? 0), 2 * studentQuantile(4) * spread, 0.02 * spread);
  const skewed = Float64Array.from({ length: 60 }, (_, index) => (index % 10 === 3 ? -9 : 1));
  const { low, high } = intervalOf(meanOf(skewed)) ?? { low: 0, high: 0 };
  assert.ok(0 - (low ?? 0) > (high ?? 0) - 0, `${low} to ${high}`);
});

test('a rate has the interval of as many independent results as its hits are worth', () => {
  const hits = Array.from({ length: 60 }, (_, index) => ((index * 7) % 10 < 4 ? 1 : 0));
  const rate = 0.4;
  const deviations = Float64Array.from(hits, (hit) => hit - rate);
  const worth = (60 * rate * (1 - rate)) / longRunVariance(deviations, wavesOf(60));
  const { low, high } = rateInterval(hits) ?? { low: 0, high: 0 };
  const t = studentQuantile(wavesOf(60));
  const middle = (rate + t ** 2 / (2 * worth)) / (1 + t ** 2 / worth);
  near(((low ?? 0) + (high ?? 0)) / 200, middle);
  assert.deepEqual(rateInterval(Array.from({ length: 20 }, () => 1))?.high, 100);
  assert.equal(rateInterval([]), null);
});

test('the examples of the docs come out as they are written there', () => {
  const runs = Array.from({ length: 60 }, (_, index) => (index % 20 < 8 ? 1 : 0));
  const ofRate = rateInterval(runs);
  assert.deepEqual([ofRate?.low?.toFixed(2), ofRate?.high?.toFixed(2)], ['13.27', '74.39']);
  const skewed = Float64Array.from({ length: 30 }, (_, index) => (index % 10 === 9 ? -6 : 1));
  const ofMean = intervalOf(meanOf(skewed));
  assert.deepEqual([ofMean?.low?.toFixed(3), ofMean?.high?.toFixed(3)], ['-0.491', '0.823']);
});

test('a record in long runs has a wider interval of its win rate than one that alternates', () => {
  const runs = Array.from({ length: 120 }, (_, index) =>
    Math.floor(index / 20) % 2 === 0 ? 1 : 0,
  );
  const turns = Array.from({ length: 120 }, (_, index) => index % 2);
  const width = (hits: number[]) => {
    const { low, high } = rateInterval(hits) ?? { low: 0, high: 0 };
    return (high ?? 0) - (low ?? 0);
  };
  assert.ok(width(runs) > 2 * width(turns));
});

test('equal results have no width, and what is no number has no interval', () => {
  assert.deepEqual(intervalOf(meanOf(new Float64Array(30).fill(5))), { low: 5, high: 5 });
  const { sqn, profit_factor } = tradeEstimates({
    nets: new Float64Array(30).fill(5),
    multiples: new Float64Array(30).fill(0.5),
  });
  assert.deepEqual([intervalOf(sqn), intervalOf(profit_factor)], [null, null]);
});

test('the influences of every figure are its change when a result counts a little more', () => {
  const random = createRandom(11);
  const results = Float64Array.from({ length: 40 }, () => Math.round(200 * random()) / 100 - 0.9);
  const estimatesOf = (values: Float64Array) => ({
    ...tradeEstimates({ nets: values, multiples: values }),
    ...dayEstimates(values.map((value) => value / 100)),
  });
  const plain = estimatesOf(results);
  const times = 500;
  const often = Float64Array.from({ length: 40 * times }, (_, index) => results[index % 40] ?? 0);
  for (const at of [0, 7, 23]) {
    // One more among 20,000: weights move by 1 / 20,001.
    const more = estimatesOf(Float64Array.of(...often, results[at] ?? 0));
    const base = estimatesOf(often);
    for (const key of Object.keys(plain) as (keyof typeof plain)[]) {
      const { scale, influences } = base[key];
      const [before, after] = [base[key].value, more[key].value];
      const change = scale === 'log' ? Math.log(after / before) : after - before;
      const influence = influences[at] ?? Number.NaN;
      near(change * (40 * times + 1), influence, 0.01 * Math.max(0.1, Math.abs(influence)));
    }
  }
});

test('the ratios of daily returns are their plain definitions', () => {
  const change = fc.double({ min: -0.05, max: 0.05, noNaN: true });
  fc.assert(
    fc.property(fc.array(change, { minLength: 20, maxLength: 80 }), (returns) => {
      const { sharpe_ratio, sortino_ratio } = dayEstimates(Float64Array.from(returns));
      const sum = (of: (r: number) => number) => returns.reduce((all, r) => all + of(r), 0);
      const mean = sum((r) => r) / returns.length;
      const yearly = (variance: number) => (mean / Math.sqrt(variance)) * Math.sqrt(252);
      const pairs = [
        [sharpe_ratio.value, yearly(sum((r) => (r - mean) ** 2) / (returns.length - 1))],
        [sortino_ratio.value, yearly(sum((r) => Math.min(r, 0) ** 2) / returns.length)],
      ] as const;
      for (const [actual, expected] of pairs)
        if (Math.abs(expected) < 1e4 && !Number.isNaN(actual))
          assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)));
    }),
  );
});
