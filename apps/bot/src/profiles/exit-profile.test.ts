import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EXIT_SETTINGS,
  exitSettingsFrom,
  managesExits,
  NO_EXITS,
} from '@quorate/trading/exits/exits';
import { withSettings } from '../replay/replay-plan.ts';
import { exitProfile, profile, riskProfile } from './profile.ts';

test('every figure of an exit reaches the core under its own name, and none is on by default', () => {
  assert.deepEqual(exitSettingsFrom(exitProfile.parse({})), NO_EXITS);
  const typed = EXIT_SETTINGS.map(({ field, least, most, whole }) => [
    field,
    whole ? least + 1 : (least + most) / 2,
  ]);
  const exits = exitProfile.parse(Object.fromEntries(typed));
  const settings = exitSettingsFrom(exits);
  for (const { key, field } of EXIT_SETTINGS) assert.equal(settings[key], exits[field], field);
  assert.equal(managesExits(settings), true);
});

test('a profile of before exits has none, and one with an unknown exit is refused', () => {
  const given = {
    configuration_name: 'Main',
    user: 'mira',
    account_number: '1',
    broker_server: 'Demo',
    risk: { currency_pairs: ['EURUSD'] },
  };
  assert.deepEqual(profile.parse(given).exits, exitProfile.parse({}));
  assert.equal(profile.safeParse({ ...given, exits: { hope: 1 } }).success, false);
  assert.equal(profile.safeParse({ ...given, exits: { time_stop_bars: 0 } }).success, false);
});

test('settings of a replay go to the group that they are of', () => {
  const before = {
    risk: riskProfile.parse({ currency_pairs: ['EURUSD'] }),
    exits: exitProfile.parse({ trail_atr: 2 }),
  };
  const after = withSettings(before, { break_even_after_r: 1, risk_per_trade_percent: 0.5 });
  assert.deepEqual(after.exits, { ...before.exits, break_even_after_r: 1 });
  assert.deepEqual(after.risk, { ...before.risk, risk_per_trade_percent: 0.5 });
});
