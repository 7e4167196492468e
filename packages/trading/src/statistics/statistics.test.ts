import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionTicket } from '@quorate/values/ids';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { lots, volumeStep } from '@quorate/values/lots';
import { money } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import type { Trade } from '../account/trade.ts';
import { MONDAY, USD } from '../testing/builders.ts';
import { closedTrades, rMultiple, statisticsOf } from './statistics.ts';

function aTrade(netMinor: number, changes: Partial<Trade> = {}): Trade {
  const none = money(0, USD);
  const net = money(netMinor, USD);
  return {
    positionTicket: '1' as PositionTicket,
    orderKey: null,
    symbol: 'EURUSD',
    side: 'BUY',
    lots: lots(1, volumeStep('0.01')),
    openPrice: price(1, 5),
    closePrice: price(1, 5),
    stopLoss: null,
    takeProfit: null,
    openedAt: MONDAY,
    closedAt: instant(MONDAY + HOUR_MS),
    status: 'CLOSED',
    exitReason: null,
    grossProfit: net,
    commission: none,
    swap: none,
    fee: none,
    profit: net,
    initialRisk: null,
    revision: 2,
    ...changes,
  };
}

const GOLDEN = [1_191, 18_460, -43, -30, 1_566, 3_007, -955, -26_407, -1_756];

// @spec 10.41
test('the golden vector comes out to the last figure', () => {
  const statistics = statisticsOf({ startMinor: 5_061, trades: GOLDEN.map((net) => aTrade(net)) });
  const { summary, balanceDrawdown } = statistics;
  assert.equal(summary.profitFactor, 0.829845);
  assert.equal((statistics.expectedPayoffMinor / 100).toFixed(6), '-5.518889');
  assert.equal(statistics.recoveryFactor?.toFixed(6), '-0.170582');
  assert.deepEqual(balanceDrawdown.maximal, { minor: 29_118, percent: 99.68 });
  assert.deepEqual(balanceDrawdown.relative, { minor: 29_118, percent: 99.68 });
  assert.equal(balanceDrawdown.absoluteMinor, 5_061 - 94);
  assert.deepEqual([summary.wins, summary.losses, summary.netProfit], [4, 5, -4_967]);
  assert.deepEqual(statistics.streaks.longestLosses, { trades: 3, minor: -29_118 });
  assert.deepEqual(statistics.streaks.longestWins, { trades: 2, minor: 19_651 });
});

test('no trades give figures that say so', () => {
  const statistics = statisticsOf({ startMinor: 100_000, trades: [] });
  assert.equal(statistics.expectedPayoffMinor, 0);
  assert.deepEqual(statistics.balanceDrawdown, {
    absoluteMinor: 0,
    maximal: { minor: 0, percent: 0 },
    relative: { minor: 0, percent: 0 },
  });
  for (const figure of [
    statistics.equityDrawdown,
    statistics.recoveryFactor,
    statistics.sharpeRatio,
    statistics.sortinoRatio,
    statistics.zScore,
    statistics.averageHoldingPeriodReturn,
    statistics.regression.correlation,
    statistics.averageR,
    statistics.holding,
  ]) {
    assert.equal(figure, null);
  }
});

test('recovery is measured against the equity’s drawdown where it is known', () => {
  const trades = [aTrade(1_000), aTrade(-500), aTrade(100)];
  assert.equal(statisticsOf({ startMinor: 10_000, trades }).recoveryFactor, 600 / 500);
  assert.equal(
    statisticsOf({ startMinor: 10_000, trades, equityMinor: [10_000, 11_000, 9_800, 10_600] })
      .recoveryFactor,
    600 / 1_200,
  );
});

test('R is the net over the initial risk, and trades without a stop have none', () => {
  assert.equal(rMultiple({ profit: money(300, USD), initialRisk: money(200, USD) }), 1.5);
  assert.equal(rMultiple({ profit: money(300, USD), initialRisk: null }), null);
  assert.equal(rMultiple({ profit: money(300, USD), initialRisk: money(0, USD) }), null);
  const risked = { initialRisk: money(100, USD) };
  const trades = [aTrade(200, risked), aTrade(-100, risked), aTrade(9_999)];
  assert.equal(statisticsOf({ startMinor: 10_000, trades }).averageR, 0.5);
});

test('holding time runs from the first deal to the last', () => {
  const trades = [aTrade(1), aTrade(1, { closedAt: instant(MONDAY + 3 * HOUR_MS) })];
  assert.deepEqual(statisticsOf({ startMinor: 1, trades }).holding, {
    shortestMs: HOUR_MS,
    averageMs: 2 * HOUR_MS,
    longestMs: 3 * HOUR_MS,
  });
});

test('closed trades come in the order in which they were closed', () => {
  const late = aTrade(1, { closedAt: instant(MONDAY + 9) });
  const open = aTrade(2, { closedAt: null, status: 'OPEN' });
  const early = aTrade(3, { closedAt: instant(MONDAY + 5) });
  assert.deepEqual(closedTrades([late, open, early]), [early, late]);
});
