import { expect, test } from 'vitest';
import { deskRuleName } from '../../ui/desk-rule-name.ts';
import { checkLimit, checkValue, inZone, signOf } from './check-words.ts';

const words = (rule: string, value: number | string, limit: number | string | null, unit = '') => {
  const check = { rule, value, limit, unit };
  return [checkValue(check, 'USD'), checkLimit(check, 'USD')];
};

test('a check tells its value with its unit, and on which side of the limit it has to be', () => {
  expect(words('spread_points', 12, 36, 'points')).toEqual(['12 points', '≤ 36']);
  expect(words('risk_reward', 1.89, 1.93, 'ratio')).toEqual(['1.89', '≥ 1.93']);
  expect(words('daily_loss_percent', 0.4, 5, 'percent')).toEqual(['0.4%', '< 5%']);
  expect(words('loss_at_stop_minor', 9_870, 10_000, 'minor')).toEqual(['$98.70', '≤ $100.00']);
  expect(words('plan_daily_trades', 2, null, 'trades')).toEqual(['2', 'none']);
});

test('pauses, the age of a decision and the risk on one currency have their words', () => {
  expect(words('decision_age_seconds', 1.5, 60, 'seconds')).toEqual(['1.5 s', '≤ 60 s']);
  expect(words('drawdown', 10.4, 10, 'percent')).toEqual(['10.4%', '< 10%']);
  expect(words('losses_in_row', 2, null, 'trades')).toEqual(['2', 'none']);
  expect(words('currency_risk', 3, 2, 'percent')).toEqual(['3%', '≤ 2%']);
  expect(
    ['drawdown', 'losing_streak', 'stale_decision', 'currency_risk'].map(deskRuleName),
  ).toEqual([
    'Fall from the highest equity',
    'Losses in a row',
    'Age of the decision',
    'Risk on one currency',
  ]);
});

test('the checks of the governor name what they looked at, with figure and limit', () => {
  const told = (
    [
      ['headroom_minor', 14_000, 5_200, 'minor'],
      ['headroom', 240, 292, 'minor'],
      ['rule_set_floor', 0, 0, ''],
      ['rule_set_positions', 5, 5, 'positions'],
      ['rule_set_lots', 0, '0.01', 'lots'],
      ['rule_set_open_risk', 233, 120, 'minor'],
      ['news_window', 'not known', 0, ''],
      ['news_window', 1, 0, ''],
    ] as const
  ).map(([rule, value, limit, unit]) => [deskRuleName(rule), ...words(rule, value, limit, unit)]);
  expect(told).toEqual([
    ['Headroom', '$140.00', '≥ $52.00'],
    ['Headroom', '$2.40', '≥ $2.92'],
    ['Locked by the rule set', 'no', 'no'],
    ['Positions of the rule set', '5', '< 5'],
    ['Lots that the rule set leaves', '0', '0.01'],
    ['Risk within the rule set', '$2.33', '≤ $1.20'],
    ['Around listed news', 'not known', 'no'],
    ['Around listed news', 'yes', 'no'],
  ]);
});

test('moments in a refusal are told in the reader’s zone, and what is none stays', () => {
  expect(inZone('CPI at 2025-01-10T13:30:00.000Z: until 2025-01-10T13:32Z.', 'Europe/Prague')).toBe(
    'CPI at 10 Jan 2025, 14:30: until 10 Jan 2025, 14:32.',
  );
  for (const sentence of ['at 2025-99-10T13:30:00Z.', 'The limit is 36.', ''])
    expect(inZone(sentence, 'UTC')).toBe(sentence);
});

test('a check that is answered with yes or no says so', () => {
  expect(words('owner_halt', 0, 0)).toEqual(['no', 'no']);
  expect(words('weekend', 1, 0)).toEqual(['yes', 'no']);
  expect(words('symbol_allowed', 1, 1)).toEqual(['yes', 'yes']);
});

test('a rule that is not known keeps its figures and gets no sign', () => {
  expect(words('moon_phase', 3, 4)).toEqual(['3', '4']);
  expect(words('weekend', 'Friday 23:00', 'Friday 22:00')).toEqual([
    'Friday 23:00',
    'Friday 22:00',
  ]);
  expect([deskRuleName('moon_phase'), signOf('moon_phase')]).toEqual(['Moon phase', '']);
});
