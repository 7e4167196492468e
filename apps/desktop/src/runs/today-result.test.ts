import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingDayOf } from '@quorate/trading/market/trading-day';
import { instantFromIso } from '@quorate/values/instant';
import { todayResult } from './run-detail.ts';

const now = instantFromIso('2026-03-04T10:00:00Z');
const limits = { day: tradingDayOf(now), dayStartMinor: 1_000_000 };

test('today is equity less that of the start of the day, open positions included', () => {
  assert.equal(todayResult({ limits, equity: 9_875.5, currency: 'USD', now }), -124.5);
  assert.equal(todayResult({ limits, equity: 10_000.1, currency: 'USD', now }), 0.1);
});

test('today is counted in whole units where the currency has no smaller ones', () => {
  assert.equal(todayResult({ limits, equity: 1_000_250, currency: 'JPY', now }), 250);
});

test('nothing is told of a day whose start is not known', () => {
  const yesterday = { ...limits, day: limits.day - 1 };
  assert.equal(todayResult({ limits: yesterday, equity: 9_000, currency: 'USD', now }), null);
  assert.equal(todayResult({ limits: null, equity: 9_000, currency: 'USD', now }), null);
  assert.equal(todayResult({ limits, equity: null, currency: 'USD', now }), null);
  assert.equal(todayResult({ limits, equity: 9_000, currency: null, now }), null);
});
