import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantFromIso } from '@quorate/values/instant';
import { lotsToDecimal } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { priceToDecimal } from '@quorate/values/price';
import { anAccount, anInstrument } from '../testing/builders.ts';
import { aDesk, aPosition, aProposal, expectRefusal } from '../testing/desk-context.ts';
import { askRiskDesk, standingRefusal } from './risk-desk.ts';

const USD = currencyOf('USD');

// @spec 1.5
test('a sound proposal becomes an order with a stop and a target, sized to one percent', () => {
  const answer = askRiskDesk(aProposal(), aDesk());
  assert.ok(answer.kind === 'approved');
  const { order, checks } = answer;
  // Risk 100.00; a lot loses 225.00 at the stop and 7.00 of commission: 100 / 232 = 0.43.
  assert.equal(lotsToDecimal(order.lots), '0.43');
  assert.equal(order.stopLoss && priceToDecimal(order.stopLoss), '1.09987');
  assert.equal(order.takeProfit && priceToDecimal(order.takeProfit), '1.10662');
  assert.equal(order.decisionId, 'decision-1');
  assert.equal(order.expiresAt - order.placedAt, 3_600_000);
  assert.ok(checks.every(({ pass }) => pass));
  const figures = Object.fromEntries(
    checks.map(({ name, value, limit }) => [name, [value, limit]]),
  );
  assert.deepEqual(figures.risk_reward, [1.9095, 1.5]);
  assert.deepEqual(figures.loss_at_stop_minor, [9977, 10_000]);
  assert.deepEqual(figures.spread_points, [12, 36]);
});

test('a sale is sized at the bid and mirrors the purchase', () => {
  const answer = askRiskDesk(aProposal({ side: 'SELL' }), aDesk());
  assert.ok(answer.kind === 'approved');
  assert.equal(answer.order.stopLoss && priceToDecimal(answer.order.stopLoss), '1.10425');
  assert.equal(answer.order.takeProfit && priceToDecimal(answer.order.takeProfit), '1.09750');
  assert.equal(lotsToDecimal(answer.order.lots), '0.43');
});

// @spec 3.34, 5.23, 9.35, 10.12
test('reward over risk is measured at the executable quote after costs, and 1.49 is refused', () => {
  // (|TP - entry| - 7) / (|entry - SL| + 7) with a stop of 193 points: 1.5 needs a target of 307.
  const stops = { atrPoints: 1, stopLossAtr: 193 };
  const approved = askRiskDesk(aProposal({ ...stops, takeProfitAtr: 307 }), aDesk());
  assert.equal(approved.kind, 'approved');
  expectRefusal('risk_reward', 1.5, 1.495, { ...stops, takeProfitAtr: 306 });
  expectRefusal('risk_reward', 1.5, 1.49, { ...stops, takeProfitAtr: 305 });
});

// @spec 5.24, 9.35, 10.12
test('whatever the settings say, reward below risk is refused', () => {
  const stops = { atrPoints: 1, stopLossAtr: 193, takeProfitAtr: 206 };
  expectRefusal('risk_reward', 1, 0.995, stops, {}, { minRiskReward: 0.2 });
  const fair = askRiskDesk(
    aProposal({ ...stops, takeProfitAtr: 207 }),
    aDesk({}, { minRiskReward: 0.2 }),
  );
  assert.equal(fair.kind, 'approved');
});

// @spec 5.22, 10.13
test('no stop, no trade: a stop that would lie at zero is none', () => {
  expectRefusal('stop_loss_required', 1, 0, { stopLossAtr: 900 });
  expectRefusal('stop_loss_required', 1, 0, { stopLossAtr: Number.NaN });
});

test('a stop within the spread or within the broker’s distance is refused', () => {
  // A buy is closed at the bid, which is 12 points below the entry already.
  expectRefusal('stop_too_close', 1, 0, { atrPoints: 1, stopLossAtr: 12, takeProfitAtr: 500 });
  expectRefusal(
    'stop_too_close',
    50,
    48,
    { atrPoints: 1, stopLossAtr: 60, takeProfitAtr: 500 },
    { instrument: anInstrument({ stopsLevelPoints: 50 }) },
  );
});

test('a target on the wrong side is refused', () => {
  expectRefusal('stops_invalid', 1, -488, { atrPoints: 1, takeProfitAtr: -500, stopLossAtr: 200 });
});

// @spec 3.29, 9.33
test('risk above the ceiling, or none, is refused before anything is sized', () => {
  expectRefusal('risk_percent', 2, 2.01, {}, {}, { riskPercent: 2.01 });
  expectRefusal('risk_percent', 2, 0, {}, {}, { riskPercent: 0 });
  expectRefusal('risk_percent', 2, Number.NaN, {}, {}, { riskPercent: Number.NaN });
});

// @spec 3.30
test('the trader’s and the plan’s trades of the day each have their limit', () => {
  expectRefusal('daily_trades', 3, 3, {}, { tradesToday: 3 }, { maxDailyTrades: 3 });
  expectRefusal('plan_daily_trades', 3, 4, {}, { tradesToday: 4, planDailyTrades: 3 });
  const last = askRiskDesk(aProposal(), aDesk({ tradesToday: 2, planDailyTrades: 3 }));
  assert.equal(last.kind, 'approved');
});

// @spec 3.32
test('latched limits refuse with the figure that latched them', () => {
  const { limits } = aDesk();
  expectRefusal('daily_loss', 5, 5.31, {}, { limits: { ...limits, dailyLossLatch: 5.31 } });
  expectRefusal('weekly_loss', 10, 12, {}, { limits: { ...limits, weeklyLossLatch: 12 } });
  expectRefusal(
    'weekly_profit',
    8,
    8.2,
    {},
    { limits: { ...limits, weeklyProfitLatch: 8.2 } },
    { weeklyProfitPercent: 8 },
  );
});

// @spec 3.33
test('a symbol outside the chosen pairs is refused', () => {
  const refusal = expectRefusal(
    'symbol_not_allowed',
    'GBPUSD, USDJPY',
    'EURUSD',
    {},
    {},
    { allowedSymbols: ['GBPUSD', 'USDJPY'] },
  );
  assert.equal(
    refusal.message,
    'EURUSD is not among the symbols that may be traded (GBPUSD, USDJPY).',
  );
  expectRefusal('symbol_not_allowed', 'none', 'EURUSD', {}, {}, { allowedSymbols: [] });
});

test('Friday’s last hour and the rollover open nothing', () => {
  const friday = instantFromIso('2025-01-10T21:00:00Z');
  expectRefusal(
    'weekend',
    'Friday 23:00 server time',
    '2025-01-10T21:00:00.000Z',
    {},
    { asOf: friday },
  );
  const midnight = instantFromIso('2025-01-07T22:00:00Z');
  expectRefusal(
    'rollover',
    '23:55 to 01:00 server time',
    '2025-01-07T22:00:00.000Z',
    {},
    { asOf: midnight },
  );
});

test('a daily bar is decided on at the rollover, for it closes at no other time', () => {
  const asOf = instantFromIso('2025-01-07T22:00:00Z');
  const daily = askRiskDesk(aProposal({ atrPoints: 800 }), aDesk({ asOf, timeframe: 'D1' }));
  assert.ok(daily.kind === 'approved');
  assert.equal(daily.order.expiresAt - daily.order.placedAt, 24 * 3_600_000);
  const friday = instantFromIso('2025-01-10T22:00:00Z');
  expectRefusal(
    'weekend',
    'Friday 23:00 server time',
    '2025-01-10T22:00:00.000Z',
    {},
    { asOf: friday, timeframe: 'D1' },
  );
});

test('a second position of a symbol is refused, one of another is not counted', () => {
  expectRefusal('position_open', 1, 1, {}, { positions: [aPosition()] });
  expectRefusal('position_open', 1, 1, { side: 'SELL' }, { positions: [aPosition()] });
  const other = askRiskDesk(aProposal(), aDesk({ positions: [aPosition({ symbol: 'GBPUSD' })] }));
  assert.equal(other.kind, 'approved');
});

test('a spread of 39 points is refused with a usual stop and borne by a wide one', () => {
  const quote = { bid: 110_200, ask: 110_239 };
  expectRefusal('spread', 36, 39, {}, { quote });
  const wide = askRiskDesk(aProposal({ atrPoints: 300 }), aDesk({ quote }));
  assert.equal(wide.kind, 'approved');
});

test('a crossed quote is no quote', () => {
  expectRefusal('crossed_quote', 0, -1, {}, { quote: { bid: 110_200, ask: 110_199 } });
});

test('what no proposal can change is known before anyone is asked', () => {
  assert.equal(standingRefusal(aDesk()), undefined);
  assert.equal(standingRefusal(aDesk({ positions: [aPosition()] }))?.code, 'position_open');
  assert.equal(standingRefusal(aDesk({ tradesToday: 10 }))?.code, 'daily_trades');
});

test('each limit that is kept is told with the figure of now', () => {
  const figures = (equityMinor: number, drawdownPercent: number | null = 10) => {
    const equity = money(equityMinor, USD);
    const start = aDesk({ account: anAccount({ equity: money(1_000_000, USD) }) });
    const limits = { ...start.limits, weekStartMinor: 1_010_000, peakMinor: 1_020_000 };
    const account = anAccount({ balance: equity, equity, freeMargin: equity });
    const { checks } = askRiskDesk(aProposal(), aDesk({ account, limits }, { drawdownPercent }));
    const named = new Map(checks.map(({ name, value }) => [name, value]));
    return ['daily_loss', 'weekly_loss', 'weekly_profit', 'drawdown'].map((rule) =>
      named.get(`${rule}_percent`),
    );
  };
  assert.deepEqual(figures(970_000), [3, 3.96, 0, 4.9]);
  assert.deepEqual(figures(1_015_000), [0, 0, 0.49, 0.49]);
  assert.deepEqual(figures(1_030_000, null).slice(0, 3), [0, 0, 1.98]);
  assert.ok(Number.isNaN(figures(990_000, null)[3]), 'no highest equity is kept: not known');
});
