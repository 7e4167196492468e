import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSums, NO_TRADES, summaryFromSums, sumNets } from './summary.ts';

const of = (...nets: number[]) => summaryFromSums(sumNets(nets));

test('wins, losses and trades that broke even are told by the sign of the net', () => {
  const summary = of(4_218, -1_500, 0, 1);
  assert.deepEqual([summary.total, summary.wins, summary.losses, summary.breakEven], [4, 2, 1, 1]);
  assert.deepEqual(
    [summary.netProfit, summary.grossProfit, summary.grossLoss],
    [2_719, 4_219, -1_500],
  );
  assert.deepEqual([summary.largestWin, summary.largestLoss], [4_218, -1_500]);
  assert.equal(summary.winRatePercent, 50);
});

// @spec 10.41
test('the table of edges: no trade, only wins, only losses, only break-evens', () => {
  const none = of();
  assert.deepEqual(
    [
      none.winRatePercent,
      none.profitFactor,
      none.profitFactorText,
      none.averageWin,
      none.averageLoss,
      none.expectancy,
      none.largestWin,
      none.largestLoss,
    ],
    [0, null, 'n/a', 0, 0, 0, 0, 0],
  );
  const won = of(100, 200);
  assert.deepEqual(
    [won.winRatePercent, won.profitFactor, won.profitFactorText, won.averageWin, won.averageLoss],
    [100, null, 'inf', 150, 0],
  );
  const lost = of(-100, -200);
  assert.deepEqual(
    [
      lost.winRatePercent,
      lost.profitFactor,
      lost.profitFactorText,
      lost.averageLoss,
      lost.largestWin,
    ],
    [0, 0, '0.00', -150, 0],
  );
  const even = of(0, 0);
  assert.deepEqual(
    [even.winRatePercent, even.profitFactor, even.profitFactorText, even.breakEven],
    [0, null, 'n/a', 2],
  );
});

test('rates and averages round halves away from zero', () => {
  assert.equal(of(1, 1, -1).winRatePercent, 66.67);
  assert.equal(of(1, -1, -1).winRatePercent, 33.33);
  assert.equal(
    summaryFromSums({ ...sumNets([]), total: 16_000, wins: 1, grossProfit: 5 }).winRatePercent,
    0.01,
  );
  assert.deepEqual([of(1, 2).averageWin, of(-1, -2).averageLoss], [2, -2]);
  assert.deepEqual(
    [of(1, 0).expectancy, of(-1, 0).expectancy, of(-1, 0, 0).expectancy],
    [1, -1, 0],
  );
});

test('the profit factor has six decimals and its text two, each rounded from the exact quotient', () => {
  const summary = of(24_224, -29_191);
  assert.deepEqual([summary.profitFactor, summary.profitFactorText], [0.829845, '0.83']);
  // 1.005 exactly: the text rounds the half away from zero, which a binary 1.005 would not.
  assert.equal(of(1_005, -1_000).profitFactorText, '1.01');
  assert.deepEqual([of(2, -3).profitFactor, of(1, -3).profitFactor], [0.666667, 0.333333]);
});

test('sums are exact to the last minor unit and refuse what they cannot hold', () => {
  const large = Number.MAX_SAFE_INTEGER - 1;
  assert.equal(sumNets([large, 1]).grossProfit, Number.MAX_SAFE_INTEGER);
  assert.throws(() => sumNets([large, 2]), RangeError);
  assert.throws(() => sumNets([0.5]), RangeError);
});

test('the figures agree with each other on any history', () => {
  const net = fc.integer({ min: -1e6, max: 1e6 });
  fc.assert(
    fc.property(fc.array(net, { maxLength: 60 }), (nets) => {
      const summary = of(...nets);
      assert.equal(summary.total, nets.length);
      assert.equal(summary.wins + summary.losses + summary.breakEven, nets.length);
      assert.equal(
        summary.netProfit,
        nets.reduce((sum, each) => sum + each, 0),
      );
      assert.ok(Math.abs(summary.expectancy * nets.length - summary.netProfit) <= nets.length / 2);
      assert.equal(summary.profitFactor === null, summary.losses === 0);
      assert.deepEqual(of(...nets.toReversed()), summary);
      for (const value of Object.values(summary)) assert.ok(!Object.is(value, -0));
    }),
  );
});

test('the sums of days add up to those of all their trades, to the minor unit', () => {
  const net = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(fc.array(fc.array(net, { maxLength: 20 }), { maxLength: 10 }), (days) => {
      const added = days.map((nets) => sumNets(nets)).reduce(addSums, NO_TRADES);
      assert.deepEqual(added, sumNets(days.flat()));
    }),
  );
});
