import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant, instantFromIso } from '@quorate/values/instant';
import {
  countCashFlow,
  countOpening,
  type LimitsState,
  rollLimits,
  startLimits,
  watchEquity,
} from './limits-state.ts';
import { DEFAULT_RISK_SETTINGS } from './rules.ts';

const at = instantFromIso;
const TUESDAY = at('2025-01-07T12:00:00Z');
const settings = {
  ...DEFAULT_RISK_SETTINGS,
  dailyLossPercent: 5,
  weeklyLossPercent: 10,
  weeklyProfitPercent: 8,
  drawdownPercent: null,
};
const latches = ({ dailyLossLatch, weeklyLossLatch, weeklyProfitLatch }: LimitsState) => [
  dailyLossLatch,
  weeklyLossLatch,
  weeklyProfitLatch,
];

// @spec 3.31
test('a loss latches when it reaches the limit, not before, and stays when the equity recovers', () => {
  const start = startLimits(TUESDAY, 1_000_000);
  assert.equal(watchEquity(start, 950_001, settings), start);
  const latched = watchEquity(start, 950_000, settings);
  assert.deepEqual(latches(latched), [5, null, null]);
  assert.equal(watchEquity(latched, 1_050_000, settings), latched);
  assert.deepEqual(latches(watchEquity(start, 931_900, settings)), [6.81, null, null]);
});

test('a new day forgets the day’s loss and counts from the equity it begins with', () => {
  const latched = watchEquity(countOpening(startLimits(TUESDAY, 1_000_000)), 940_000, settings);
  const midnight = at('2025-01-07T22:00:00Z');
  assert.equal(rollLimits(latched, instant(midnight - 1), 940_000), latched);
  const wednesday = rollLimits(latched, midnight, 940_000);
  assert.deepEqual(latches(wednesday), [null, null, null]);
  assert.deepEqual(
    [wednesday.openedToday, wednesday.dayStartMinor, wednesday.weekStartMinor],
    [0, 940_000, 1_000_000],
  );
  // 4.26% of the day, 10% of the week.
  assert.deepEqual(latches(watchEquity(wednesday, 900_000, settings)), [null, 10, null]);
});

// @spec 3.32
test('a latched week outlasts its days and ends on Monday', () => {
  let state = watchEquity(startLimits(TUESDAY, 1_000_000), 890_000, settings);
  for (const day of ['2025-01-08', '2025-01-09', '2025-01-10'])
    state = rollLimits(state, at(`${day}T12:00:00Z`), 890_000);
  assert.deepEqual(latches(state), [null, 11, null]);
  const sundayNight = at('2025-01-12T22:00:00Z');
  assert.deepEqual(latches(rollLimits(state, instant(sundayNight - 1), 890_000)), [null, 11, null]);
  const monday = rollLimits(state, sundayNight, 890_000);
  assert.deepEqual([latches(monday), monday.weekStartMinor], [[null, null, null], 890_000]);
});

// @promise 7.7
test('weeks in which a clock changes begin on Monday 00:00 of the server as well', () => {
  // New York puts its clocks forward on Sunday 9 March 2025: Monday begins at 21:00 UTC, not at 22:00.
  let state = watchEquity(startLimits(at('2025-03-05T12:00:00Z'), 1_000_000), 850_000, settings);
  state = rollLimits(state, at('2025-03-09T20:59:59Z'), 850_000);
  assert.deepEqual(latches(state), [null, 15, null]);
  state = rollLimits(state, at('2025-03-09T21:00:00Z'), 850_000);
  assert.deepEqual(latches(state), [null, null, null]);
});

// @spec 3.32
test('a week’s profit latches when the trader wants it to', () => {
  const start = startLimits(TUESDAY, 1_000_000);
  assert.deepEqual(latches(watchEquity(start, 1_080_000, settings)), [null, null, 8]);
  assert.equal(watchEquity(start, 2_000_000, { ...settings, weeklyProfitPercent: null }), start);
});

test('an account that begins a day with nothing has met its loss limit', () => {
  assert.deepEqual(latches(watchEquity(startLimits(TUESDAY, 0), 0, settings)), [100, 100, null]);
});

test('time that goes backwards begins no new day', () => {
  const state = startLimits(TUESDAY, 1_000_000);
  assert.equal(rollLimits(state, instant(TUESDAY - 72 * HOUR_MS), 1), state);
});

test('the state survives being written as JSON', () => {
  const state = watchEquity(countOpening(startLimits(TUESDAY, 1_000_000)), 900_000, settings);
  assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
});

test('money that is paid in or out is neither gain nor loss of the day, the week and the drawdown', () => {
  const strict = { ...settings, drawdownPercent: 10, weeklyProfitPercent: 5 };
  const start = startLimits(TUESDAY, 1_000_000);
  const less = countCashFlow(start, -600_000, 400_000);
  assert.deepEqual(watchEquity(less, 400_000, strict), less);
  const more = countCashFlow(less, 2_000_000, 2_400_000);
  assert.deepEqual(watchEquity(more, 2_400_000, strict), more);
  assert.equal(watchEquity(more, 2_270_000, strict).dailyLossLatch, 5.42);
});

test('more paid out than a period began with leaves nothing to lose, and latches nothing', () => {
  const start = startLimits(TUESDAY, 100_000);
  const left = countCashFlow(start, -150_000, 20_000);
  assert.equal(left.dayStartMinor, 20_000);
  assert.deepEqual(watchEquity(left, 20_000, DEFAULT_RISK_SETTINGS), left);
});
