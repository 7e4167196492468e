import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holdingPeriodReturns, regressionOf, runsZScore } from './balance-shape.ts';
import { dailyReturns, dayFigure } from './daily-returns.ts';
import { balanceCurve, drawdownOf } from './drawdown.ts';
import { streaksOf } from './streaks.ts';

const near = (actual: number | null | undefined, expected: number) => {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual} is not ${expected}`);
};

test('a first trade that loses is a drawdown from the start', () => {
  const { absoluteMinor, maximal } = drawdownOf(10_000, [9_000, 12_000]);
  assert.deepEqual([absoluteMinor, maximal], [1_000, { minor: 1_000, percent: 10 }]);
});

test('the deepest fall in money and the deepest in percent may be two falls', () => {
  const { maximal, relative, absoluteMinor } = drawdownOf(1_000, [500, 5_000, 4_200, 6_000]);
  assert.deepEqual(maximal, { minor: 800, percent: 16 });
  assert.deepEqual(relative, { minor: 500, percent: 50 });
  assert.equal(absoluteMinor, 500);
});

test('percentages round halves away from zero; a peak of nothing has none', () => {
  assert.equal(drawdownOf(80_000, [79_999]).maximal.percent, 0);
  assert.equal(drawdownOf(20_000, [19_999]).maximal.percent, 0.01);
  assert.deepEqual(drawdownOf(0, [-50]).maximal, { minor: 50, percent: null });
});

test('a drawdown is never negative, never more than the range, and nothing on a rising curve', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { maxLength: 50 }), (nets) => {
      const curve = [...balanceCurve(100_000, nets)];
      const { maximal, absoluteMinor } = drawdownOf(100_000, curve);
      let deepest = 0;
      const levels = [100_000, ...curve];
      for (const [i, peak] of levels.entries())
        for (const level of levels.slice(i)) deepest = Math.max(deepest, peak - level);
      assert.equal(maximal.minor, deepest);
      assert.equal(absoluteMinor, 100_000 - Math.min(...levels));
      if (nets.every((net) => net >= 0)) assert.equal(maximal.minor, 0);
    }),
  );
});

test('streaks count trades and money; of equally long ones the larger sum counts', () => {
  const streaks = streaksOf([1, 2, -5, 10, 20, -1, -1, -100, 3]);
  assert.deepEqual(streaks.longestWins, { trades: 2, minor: 30 });
  assert.deepEqual(streaks.longestLosses, { trades: 3, minor: -102 });
  assert.deepEqual(
    [streaks.winStreaks, streaks.lossStreaks, streaks.averageWins, streaks.averageLosses],
    [3, 2, 2, 2],
  );
});

test('the richest streak need not be the longest', () => {
  const streaks = streaksOf([1, 1, 1, -1, 500, -700, 1, -2, -3]);
  assert.deepEqual(
    [streaks.richestWins, streaks.longestWins],
    [
      { trades: 1, minor: 500 },
      { trades: 3, minor: 3 },
    ],
  );
  assert.deepEqual(
    [streaks.dearestLosses, streaks.longestLosses],
    [
      { trades: 1, minor: -700 },
      { trades: 2, minor: -5 },
    ],
  );
});

test('a trade that broke even ends both streaks', () => {
  assert.deepEqual(streaksOf([5, 7, 0, 3]).longestWins, { trades: 2, minor: 12 });
  assert.deepEqual(streaksOf([-5, 0, -7]).longestLosses, { trades: 1, minor: -7 });
  assert.equal(streaksOf([0, 0]).winStreaks, 0);
  assert.equal(streaksOf([]).averageLosses, 0);
});

test('Sharpe and Sortino come from daily returns by their definitions', () => {
  const equities = [10_000];
  for (let day = 0; day < 120; day += 1)
    equities.push((equities.at(-1) ?? 0) * (day % 2 === 0 ? 1.02 : 0.99));
  const returns = dailyReturns(equities);
  // Mean 0.005; every return is 0.015 from it.
  near(
    dayFigure(returns, 'sharpe_ratio'),
    (0.005 / Math.sqrt((120 * 0.015 ** 2) / 119)) * Math.sqrt(252),
  );
  near(
    dayFigure(returns, 'sortino_ratio'),
    (0.005 / Math.sqrt((60 * 0.01 ** 2) / 120)) * Math.sqrt(252),
  );
});

test('too few days, no variation, no losing day, or nothing to take a return on give null', () => {
  const steady = Array.from({ length: 150 }, (_, day) => 10_000 * 1.01 ** day);
  assert.equal(dayFigure(dailyReturns(steady), 'sharpe_ratio'), null);
  assert.equal(dayFigure(dailyReturns(steady), 'sortino_ratio'), null);
  assert.equal(dayFigure(dailyReturns(Array(150).fill(5)), 'sharpe_ratio'), null);
  assert.equal(
    dayFigure(
      Array.from({ length: 119 }, (_, day) => day),
      'sharpe_ratio',
    ),
    null,
  );
  assert.equal(dailyReturns([100, 0, 50]), null);
  assert.deepEqual(dailyReturns([100, 0]), [-1]);
  assert.deepEqual(dailyReturns([]), []);
});

test('a balance that grows by the same each trade is a straight line', () => {
  const { correlation, standardErrorMinor } = regressionOf(1_000, [10, 10, 10]);
  near(correlation, 1);
  near(standardErrorMinor, 0);
  near(regressionOf(1_000, [-10, -10]).correlation, -1);
});

test('regression counts the start as a point', () => {
  // Points (0, 0), (1, 3), (2, 0): slope 0, mean 1, squares 1 + 4 + 1 = 6 over n - 2 = 1.
  const { correlation, standardErrorMinor } = regressionOf(0, [3, -3]);
  near(correlation, 0);
  near(standardErrorMinor, Math.sqrt(6));
  assert.deepEqual(regressionOf(1_000, [5]), { correlation: null, standardErrorMinor: null });
  assert.deepEqual(regressionOf(1_000, [0, 0]), { correlation: null, standardErrorMinor: 0 });
});

test('growth per trade is the mean of the balance’s factors', () => {
  const growth = holdingPeriodReturns(100, [10, -11]);
  near(growth?.arithmetic, (1.1 + 0.9) / 2);
  near(growth?.geometric, Math.sqrt(0.99));
  assert.equal(holdingPeriodReturns(100, []), null);
  assert.equal(holdingPeriodReturns(100, [-100, 5]), null);
  assert.equal(holdingPeriodReturns(0, [5]), null);
  assert.equal(holdingPeriodReturns(100, [-100])?.geometric, 0);
});

test('the Z-score tells alternating results from runs', () => {
  // N = 6, R = 6, P = 18: (6 * 5.5 - 18) / sqrt(18 * 12 / 5).
  near(runsZScore([1, -1, 1, -1, 1, -1]), 15 / Math.sqrt(43.2));
  // R = 2: (6 * 1.5 - 18) / sqrt(43.2).
  near(runsZScore([1, 1, 1, -1, -1, -1]), -9 / Math.sqrt(43.2));
  near(runsZScore([1, 0, -1, 1, -1, 0, 1, -1]), 15 / Math.sqrt(43.2));
  for (const nets of [[], [1], [1, 1], [1, -1], [0, 0]]) assert.equal(runsZScore(nets), null);
});
