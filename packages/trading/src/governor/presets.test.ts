import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { bankFloors, floorMinor, rollFloors, startFloors, watchFloors } from './floors.ts';
import { defaultRuleSet, PRESETS, presetAgeDays, presetOf } from './presets.ts';
import type { Preset } from './rule-set.ts';
import { ruleSetFaults } from './rule-set-faults.ts';
import { ruleSetFromJson, ruleSetToJson } from './rule-set-json.ts';

const at = instantFromIso;
const TUESDAY = at('2026-03-17T12:00:00Z');

function known(id: string): Preset {
  const found = presetOf(id);
  assert.ok(found);
  return found;
}
const account = (balance: number, equity = balance) => ({
  initialMinor: 10_000_000,
  balanceMinor: 100 * balance,
  equityMinor: 100 * equity,
  currency: currencyOf('USD'),
});
const floors = (state: Readonly<{ lines: readonly { floorMinor: number }[] }>) =>
  state.lines.map((line) => line.floorMinor / 100);

test('every preset is valid, has an id and a name of its own, a date and a source', () => {
  assert.ok(PRESETS.length >= 35);
  for (const preset of PRESETS) {
    assert.deepEqual(ruleSetFaults(preset), [], preset.id);
    assert.match(preset.preset.checkedOn, /^2026-(0[6-9]|1[0-2])-\d\d$/);
    assert.ok(preset.preset.source.startsWith(preset.preset.firm.split(' ')[0] ?? ''), preset.id);
    assert.ok(preset.lines.some(({ kind, onTouch }) => kind === 'total' && onTouch === 'end'));
  }
  assert.equal(new Set(PRESETS.map(({ id }) => id)).size, PRESETS.length);
  assert.equal(new Set(PRESETS.map(({ name }) => name)).size, PRESETS.length);
});

test('a rule set is the same after a trip over the wire', () => {
  for (const ruleSet of [
    ...PRESETS,
    defaultRuleSet(5, 8, 10, 10),
    defaultRuleSet(5, 8, null, null),
  ]) {
    const json: unknown = JSON.parse(JSON.stringify(ruleSetToJson(ruleSet)));
    const { preset: _, ...rules } = { preset: null, ...ruleSet };
    assert.deepEqual(ruleSetFromJson(json).ruleSet, rules);
  }
});

test('a preset is 53 days old 53 days later', () => {
  assert.equal(presetAgeDays(known('ftmo-2-step'), '2026-11-26'), 53);
});

test('FTMO 1-step: 3% a day, the total from the highest balance at midnight, as in its own example', () => {
  const rules = known('ftmo-1-step');
  const first = startFloors(rules, account(100_000), at('2026-03-16T12:00:00Z'));
  assert.deepEqual(floors(first), [97_000, 90_000]);
  const second = rollFloors(first, rules, at('2026-03-16T23:00:00Z'), account(104_000));
  assert.deepEqual(floors(second), [101_000, 94_000]);
  const third = rollFloors(second, rules, at('2026-03-17T23:00:00Z'), account(103_000));
  assert.deepEqual(floors(third), [100_000, 94_000]);
});

test('FundingPips counts its day from the higher of balance and equity: 107,000 less 4% is 102,720', () => {
  const rules = known('fundingpips-2-step-flex');
  const start = startFloors(rules, account(100_000), TUESDAY);
  // 00:00 of UTC+3, the whole year.
  const next = rollFloors(start, rules, at('2026-03-17T21:00:00Z'), account(105_000, 107_000));
  assert.deepEqual(floors(next), [102_720, 88_000]);
  const lower = rollFloors(next, rules, at('2026-03-18T21:00:00Z'), account(100_000, 99_000));
  assert.equal(floors(lower)[0], 96_000);
});

test('FundingPips Zero trails equity by 5% of the start until it stands at the start', () => {
  const rules = known('fundingpips-zero');
  let state = startFloors(rules, account(100_000), TUESDAY);
  state = watchFloors(state, rules, TUESDAY, 10_200_000);
  assert.equal(floors(state)[1], 97_000);
  state = watchFloors(state, rules, TUESDAY, 11_200_000);
  assert.equal(floors(state)[1], 100_000);
});

test('Alpha One trails the highest balance of any moment: 102,000 makes 96,000, 106,000 locks at the start', () => {
  const rules = known('alpha-one');
  const start = startFloors(rules, account(100_000), TUESDAY);
  assert.equal(floors(start)[1], 94_000);
  const higher = rollFloors(start, rules, TUESDAY, account(102_000, 101_000));
  assert.equal(floors(higher)[1], 96_000);
  assert.equal(rollFloors(higher, rules, TUESDAY, account(101_000, 105_000)), higher);
  assert.equal(bankFloors(higher, rules, 10_100_000), higher);
  const watched = bankFloors(higher, rules, 10_300_000);
  assert.equal(floors(watched)[1], 97_000);
  const locked = rollFloors(higher, rules, TUESDAY, account(109_000));
  assert.equal(floors(locked)[1], 100_000);
});

test('The5ers and Alpha Capital take the percent of the day’s start, FundedNext of the first balance', () => {
  const day = (id: string) =>
    floors(startFloors(known(id), account(110_000, 108_000), TUESDAY))[0] ?? Number.NaN;
  assert.equal(day('the5ers-high-stakes'), 104_500);
  assert.equal(day('alpha-pro-10'), 104_500);
  assert.equal(day('fundednext-stellar-2-step'), 105_000);
});

test('Topstep trails the balance at 17:00 in Chicago, locks at the start, and pauses on its day’s limit', () => {
  const rules = known('topstep-100k');
  const start = startFloors(rules, account(100_000), TUESDAY);
  assert.deepEqual(floors(start), [98_000, 97_000]);
  assert.equal(rollFloors(start, rules, at('2026-03-17T21:59:00Z'), account(101_000)), start);
  const next = rollFloors(start, rules, at('2026-03-17T22:00:00Z'), account(104_000));
  assert.deepEqual(floors(next), [102_000, 100_000]);
  const paused = watchFloors(next, rules, at('2026-03-18T12:00:00Z'), 10_190_000);
  const after = rollFloors(paused, rules, at('2026-03-18T22:00:00Z'), account(101_900));
  assert.deepEqual([paused.lines[0]?.touchedAt !== null, after.lines[0]?.touchedAt], [true, null]);
  assert.equal(floorMinor(after), 10_000_000);
});
