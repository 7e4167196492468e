import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, type Instant, instant, instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import {
  comingFloors,
  entriesOff,
  floorMinor,
  highestLine,
  lockFloors,
  nextFloorTurn,
  raisePeaks,
  rollFloors,
  startFloors,
  watchFloors,
} from './floors.ts';
import { defaultRuleSet, presetOf } from './presets.ts';
import type { RuleSet } from './rule-set.ts';

const at = instantFromIso;
const USD = currencyOf('USD');
const ftmo = known('ftmo-2-step');

function known(id: string): RuleSet {
  const found = presetOf(id);
  assert.ok(found);
  return found;
}
const account = (balanceMinor: number, equityMinor = balanceMinor) => ({
  initialMinor: 1_000_000,
  balanceMinor,
  equityMinor,
  currency: USD,
});
const floorsOf = (state: Readonly<{ lines: readonly { floorMinor: number }[] }>) =>
  state.lines.map((line) => line.floorMinor);

test('5% a day from the balance at midnight and 10% in all, of 10,000', () => {
  const noon = at('2025-03-27T11:00:00Z');
  const start = startFloors(ftmo, account(1_020_000), noon);
  assert.deepEqual(floorsOf(start), [970_000, 900_000]);
  assert.equal(floorMinor(start), 970_000);
  assert.equal(highestLine(start, ftmo), 0);
  // The day ends at 23:00 UTC, midnight in Prague.
  const almost = instant(at('2025-03-27T23:00:00Z') - 1);
  assert.equal(rollFloors(start, ftmo, almost, account(1_030_000)), start);
  assert.equal(nextFloorTurn(ftmo, noon), instant(almost + 1));
  const next = rollFloors(start, ftmo, instant(almost + 1), account(1_030_000, 1_010_000));
  assert.deepEqual(floorsOf(next), [980_000, 900_000]);
});

test('the day of the spring change has 23 hours in Prague', () => {
  const saturday = startFloors(ftmo, account(1_000_000), at('2025-03-29T23:00:00Z'));
  const roll = (iso: string) => rollFloors(saturday, ftmo, at(iso), account(1_000_000));
  assert.equal(roll('2025-03-30T21:59:59Z'), saturday);
  assert.notEqual(roll('2025-03-30T22:00:00Z'), saturday);
});

test('equity that reaches the floor has touched it, and an account that ends stays ended', () => {
  const noon = at('2025-03-27T11:00:00Z');
  const start = startFloors(ftmo, account(1_000_000), noon);
  assert.equal(watchFloors(start, ftmo, noon, 950_001), start);
  const touched = watchFloors(start, ftmo, noon, 950_000);
  assert.equal(touched.lines[0]?.touchedAt, noon);
  assert.equal(entriesOff(touched), 'touched');
  const tomorrow = rollFloors(touched, ftmo, at('2025-03-28T11:00:00Z'), account(960_000));
  assert.equal(tomorrow.lines[0]?.touchedAt, noon);
});

test('the owner’s own day pauses until it turns, the week until Monday', () => {
  const own = defaultRuleSet(5, 8, 10, null);
  const tuesday = at('2025-01-07T12:00:00Z');
  const start = startFloors(own, account(1_000_000), tuesday);
  assert.deepEqual(floorsOf(start), [950_000, 920_000, 900_000]);
  const day = watchFloors(start, own, tuesday, 945_000);
  assert.equal(entriesOff(day), 'touched');
  const wednesday = rollFloors(day, own, at('2025-01-07T22:00:00Z'), account(945_000));
  assert.equal(entriesOff(wednesday), null);
  assert.deepEqual(floorsOf(wednesday), [897_750, 920_000, 900_000]);
  const week = watchFloors(wednesday, own, at('2025-01-08T12:00:00Z'), 915_000);
  const friday = rollFloors(week, own, at('2025-01-10T12:00:00Z'), account(915_000));
  assert.equal(entriesOff(friday), 'touched');
  // Monday of the servers begins on Sunday at 17:00 in New York.
  const monday = rollFloors(friday, own, at('2025-01-12T22:00:00Z'), account(915_000));
  assert.equal(entriesOff(monday), null);
});

test('a peak lifts a trailing floor and is never forgotten', () => {
  const own = defaultRuleSet(50, 50, 10, null);
  const start = startFloors(own, account(1_000_000), at('2025-01-07T12:00:00Z'));
  const high = watchFloors(start, own, at('2025-01-07T13:00:00Z'), 1_200_000);
  assert.equal(high.lines[2]?.floorMinor, 1_080_000);
  assert.equal(watchFloors(high, own, at('2025-01-07T14:00:00Z'), 1_100_000), high);
  const years = rollFloors(high, own, at('2028-01-07T12:00:00Z'), account(1_100_000));
  assert.equal(years.lines[2]?.peakMinor, 1_200_000);
});

test('a floor that trails the balance at the day’s end rises at the turn alone', () => {
  const oneStep = known('ftmo-1-step');
  const start = startFloors(oneStep, account(1_000_000), at('2025-01-07T12:00:00Z'));
  assert.equal(watchFloors(start, oneStep, at('2025-01-07T12:30:00Z'), 1_090_000), start);
  const next = rollFloors(start, oneStep, at('2025-01-07T23:00:00Z'), account(1_050_000));
  assert.deepEqual(floorsOf(next), [1_020_000, 950_000]);
  const lower = rollFloors(next, oneStep, at('2025-01-08T23:00:00Z'), account(1_030_000));
  assert.equal(lower.lines[1]?.floorMinor, 950_000);
});

test('the coming floor is what the next turn would bring, the week’s from Friday on', () => {
  const own = defaultRuleSet(5, 8, null, null);
  const monday = at('2025-01-06T12:00:00Z');
  const start = startFloors(own, account(1_000_000), monday);
  assert.equal(comingFloors(start, own, account(1_060_000)), 1_007_000);
  const wide = defaultRuleSet(50, 8, null, null);
  const friday = at('2025-01-10T12:00:00Z');
  const before = startFloors(wide, account(1_000_000), monday);
  assert.equal(comingFloors(before, wide, account(1_060_000)), 920_000);
  const then = rollFloors(before, wide, friday, account(1_060_000));
  assert.equal(comingFloors(then, wide, account(1_060_000)), 975_200);
});

test('a lock of the day ends with it, one of the total lasts, and the longer one is kept', () => {
  const noon = at('2025-03-27T11:00:00Z');
  const start = startFloors(ftmo, account(1_000_000), noon);
  const day = lockFloors(start, ftmo, 0, noon, 955_000);
  assert.deepEqual(day.lock?.until, at('2025-03-27T23:00:00Z'));
  assert.equal(rollFloors(day, ftmo, at('2025-03-27T23:00:00Z'), account(955_000)).lock, null);
  const total = lockFloors(day, ftmo, 1, noon, 905_000);
  assert.equal(total.lock?.until, null);
  assert.equal(lockFloors(total, ftmo, 0, noon, 905_000), total);
  assert.notEqual(rollFloors(total, ftmo, at('2026-03-27T23:00:00Z'), account(955_000)).lock, null);
});

test('a week’s profit stops entries until the week turns', () => {
  const own = defaultRuleSet(5, 8, null, 10);
  const tuesday = at('2025-01-07T12:00:00Z');
  const start = startFloors(own, account(1_000_000), tuesday);
  assert.equal(watchFloors(start, own, tuesday, 1_099_999), start);
  const reached = watchFloors(start, own, tuesday, 1_101_300);
  assert.equal(reached.weeklyProfitLatch, 10.13);
  assert.equal(entriesOff(watchFloors(reached, own, tuesday, 1_000_000)), 'weekly_profit');
  const monday = rollFloors(reached, own, at('2025-01-13T12:00:00Z'), account(1_101_300));
  assert.equal(entriesOff(monday), null);
  assert.equal(monday.weekStartMinor, 1_101_300);
});

test('nothing is allocated while nothing changes', () => {
  const start = startFloors(ftmo, account(1_000_000), at('2025-01-07T00:00:00Z'));
  const hour = (each: number): Instant => instant(at('2025-01-07T00:00:00Z') + each * HOUR_MS);
  for (let each = 0; each < 23; each += 1) {
    assert.equal(rollFloors(start, ftmo, hour(each), account(1_000_000)), start);
    assert.equal(watchFloors(start, ftmo, hour(each), 1_000_000 + each), start);
  }
});

test('peaks of another copy raise what trails, and never lower it', () => {
  const own = defaultRuleSet(5, 8, 10, null);
  const start = startFloors(own, account(1_000_000), at('2025-01-07T12:00:00Z'));
  const raised = raisePeaks(start, own, [2_000_000, 2_000_000, 1_200_000]);
  assert.deepEqual(floorsOf(raised), [950_000, 920_000, 1_080_000]);
  assert.equal(raisePeaks(raised, own, [0, 0, 1_100_000]), raised);
  assert.throws(
    () => raisePeaks(start, ftmo, []),
    /have 3 lines, the rule set 'ftmo-2-step' has 2/,
  );
});
