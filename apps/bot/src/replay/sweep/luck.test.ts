import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal, createRandom } from '@quorate/trading/market/random';
import { luckOf, momentsOf, normalQuantile, normalShare, type ReturnMoments } from './luck.ts';
import { combinationsOf } from './sweep-result.ts';

test('the share of a normal distribution is that of the tables', () => {
  for (const [z, share] of [
    [0, 0.5],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [-2.5, 0.006209665325776132],
    [4.5, 0.9999966023268753],
    [-6, 9.865876450376981e-10],
  ] as const) {
    assert.ok(Math.abs(normalShare(z) - share) < 1e-13, `${z}: ${normalShare(z)}`);
  }
  assert.ok(Math.abs(normalQuantile(0.975) - 1.959963984540054) < 1e-12);
});

test('moments are those of the record: mean over deviation, skewness, kurtosis', () => {
  const returns = Array.from({ length: 120 }, (_, day) => (day % 3 === 0 ? 0.02 : -0.005));
  const found = momentsOf(returns);
  assert.ok(found);
  const mean = 0.1 / 30;
  assert.ok(
    Math.abs(found.sharpe - mean / Math.sqrt((120 / 119) * (0.025 ** 2 * (2 / 9)))) < 1e-12,
  );
  assert.ok(Math.abs(found.skewness - Math.SQRT1_2) < 1e-9);
  assert.ok(Math.abs(found.kurtosis - 1.5) < 1e-9);
  assert.equal(momentsOf(returns.slice(0, 119)), null);
  assert.equal(momentsOf(Array.from({ length: 150 }, () => 0.01)), null);
});

function tries(count: number, edge: number, seed: number): ReturnMoments[] {
  const normal = createNormal(createRandom(seed));
  return Array.from({ length: count }, () => {
    const found = momentsOf(Array.from({ length: 250 }, () => edge + 0.01 * normal()));
    return found ?? assert.fail();
  });
}

const best = (all: readonly ReturnMoments[]) =>
  all.toSorted((a, b) => b.sharpe - a.sharpe)[0] ?? null;

test('the best of many tries without an edge is not taken for one', () => {
  let alarms = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const all = tries(50, 0, seed);
    const luck = luckOf(all, best(all));
    assert.ok(luck);
    // The best of fifty years without an edge has a Sharpe ratio of about 2.2.
    assert.ok(luck.expectedOfLuck > 1.5 && luck.expectedOfLuck < 3, `${luck.expectedOfLuck}`);
    if (luck.abovePercent > 95) alarms += 1;
  }
  assert.ok(alarms <= 5, `${alarms} of 100`);
});

test('an edge that few tries have is seen', () => {
  const all = [...tries(20, 0, 5), ...tries(1, 0.0045, 6)];
  const luck = luckOf(all, best(all));
  assert.ok(luck && luck.abovePercent > 95, `${luck?.abovePercent}`);
});

test('a single try is not judged', () => {
  const all = tries(1, 0, 1);
  assert.equal(luckOf(all, best(all)), null);
});

test('combinations are all there are, and too many are refused', () => {
  assert.deepEqual(
    combinationsOf([
      { key: 'a', values: [1, 2] },
      { key: 'b', values: [3, 4] },
    ]),
    [
      { a: 1, b: 3 },
      { a: 1, b: 4 },
      { a: 2, b: 3 },
      { a: 2, b: 4 },
    ],
  );
  const values = Array.from({ length: 101 }, (_, value) => value);
  assert.throws(
    () => combinationsOf(['a', 'b'].map((key) => ({ key, values }))),
    /The sweep has 10201 combinations; the limit is 10000/,
  );
});
