import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_RISK_SETTINGS, PROFILE_SETTINGS, settingsFrom } from '@quorate/trading/risk/rules';
import { riskProfile } from './profile.ts';

test('every figure of a profile reaches the risk desk under its own name', () => {
  const typed = PROFILE_SETTINGS.map(({ field, least, whole }, at) => [
    field,
    whole ? least + at : least + at / 1_000,
  ]);
  const risk = riskProfile.parse({ ...Object.fromEntries(typed), currency_pairs: ['EURUSD'] });
  const settings = settingsFrom(risk, ['EURUSD.a']);
  for (const { key, field } of PROFILE_SETTINGS) assert.equal(settings[key], risk[field], field);
  assert.deepEqual(settings.allowedSymbols, ['EURUSD.a']);
  assert.equal(settings.riskPercent, 0.01);
  assert.equal(settings.maxDailyTrades, 2);
});

test('a profile that names only its pairs has the defaults', () => {
  const risk = riskProfile.parse({ currency_pairs: ['EURUSD', 'XAUUSD'] });
  assert.deepEqual(settingsFrom(risk), {
    ...DEFAULT_RISK_SETTINGS,
    allowedSymbols: ['EURUSD', 'XAUUSD'],
  });
});

test('a profile cannot risk more than two percent on a trade, nor win less than it can lose', () => {
  const pairs = { currency_pairs: ['EURUSD'] };
  assert.equal(riskProfile.safeParse({ ...pairs, risk_per_trade_percent: 2.01 }).success, false);
  assert.equal(riskProfile.safeParse({ ...pairs, minimum_risk_reward: 0.99 }).success, false);
});
