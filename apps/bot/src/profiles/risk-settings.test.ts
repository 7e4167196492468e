import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/risk-settings';
import { riskProfile } from './profile.ts';
import { riskSettingsOfProfile } from './risk-settings.ts';

test('every figure of a profile reaches the risk desk', () => {
  const risk = riskProfile.parse({
    risk_per_trade_percent: 0.5,
    maximum_daily_trades: 3,
    daily_loss_limit_percent: 4,
    weekly_loss_limit_percent: 8,
    weekly_profit_limit_percent: 12,
    minimum_risk_reward: 1.2,
    currency_pairs: ['EURUSD'],
    currency_risk_limit_trades: 3,
    drawdown_limit_percent: 15,
    drawdown_pause_hours: 48,
    losses_in_a_row_limit: 4,
    losses_pause_hours: 12,
  });
  assert.deepEqual(riskSettingsOfProfile(risk, ['EURUSD.a']), {
    riskPercent: 0.5,
    minRiskReward: 1.2,
    maxDailyTrades: 3,
    dailyLossPercent: 4,
    weeklyLossPercent: 8,
    weeklyProfitPercent: 12,
    allowedSymbols: ['EURUSD.a'],
    maxSpreadMultiple: 3,
    maxSpreadShareOfStop: 0.1,
    maxDecisionAgeSeconds: 60,
    maxCurrencyRiskTrades: 3,
    drawdownPercent: 15,
    drawdownPauseHours: 48,
    maxLossesInRow: 4,
    lossesPauseHours: 12,
  });
});

test('a profile that names only its pairs has the defaults, with five trades a day', () => {
  const risk = riskProfile.parse({ currency_pairs: ['EURUSD', 'XAUUSD'] });
  assert.deepEqual(riskSettingsOfProfile(risk), {
    ...DEFAULT_RISK_SETTINGS,
    maxDailyTrades: 5,
    allowedSymbols: ['EURUSD', 'XAUUSD'],
  });
});

test('a profile cannot risk more than two percent on a trade, nor win less than it can lose', () => {
  const pairs = { currency_pairs: ['EURUSD'] };
  assert.equal(riskProfile.safeParse({ ...pairs, risk_per_trade_percent: 2.01 }).success, false);
  assert.equal(riskProfile.safeParse({ ...pairs, minimum_risk_reward: 0.99 }).success, false);
});
