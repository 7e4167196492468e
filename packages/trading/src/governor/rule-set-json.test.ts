import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRuleSet } from './presets.ts';
import { floorsFromJson, ruleSetFromJson, ruleSetToJson } from './rule-set-json.ts';

const line = {
  kind: 'day',
  basis: 'higher_of_both',
  amount: { percent_of_basis: 3 },
  turns_at: { time: '17:00', zone: 'America/New_York' },
  on_touch: 'pause_until_turn',
};
const own = { id: 'own', name: 'My limits', lines: [line] };
const faultsOf = (value: unknown) =>
  ruleSetFromJson(value).faults?.map(({ field, message }) => `${field}: ${message}`) ?? [];

test('what a file leaves out is no rule', () => {
  const { ruleSet } = ruleSetFromJson({
    ...own,
    lines: [
      line,
      { ...line, kind: 'total', basis: undefined, trails: 'on_equity', on_touch: 'end' },
    ],
  });
  assert.deepEqual(ruleSet, {
    ...defaultRuleSet(1, 1, null, null),
    name: 'My limits',
    lines: [
      {
        kind: 'day',
        basis: 'higher_of_both',
        amount: { percentOfBasis: 3 },
        trails: 'no',
        stopsTrailingAtPercent: null,
        turnsAt: { time: '17:00', zone: 'America/New_York' },
        onTouch: 'pause_until_turn',
      },
      {
        kind: 'total',
        basis: 'start_balance',
        amount: { percentOfBasis: 3 },
        trails: 'on_equity',
        stopsTrailingAtPercent: null,
        turnsAt: { time: '17:00', zone: 'America/New_York' },
        onTouch: 'end',
      },
    ],
  });
});

test('every field of another kind is named, with what it must be', () => {
  assert.deepEqual(
    faultsOf({
      id: 'own',
      lines: [{ ...line, kind: 'month', amount: { percent: 5 }, turns_at: '17:00' }],
      most_lots: 'two',
      weekend_holding: 'no',
      fancy: 1,
    }),
    [
      'fancy: fancy is not a field of a rule set.',
      'name: name is missing.',
      'lines.0.kind: lines.0.kind must be one of day, week, total.',
      'lines.0.amount.percent: lines.0.amount.percent is not a field of a rule set.',
      'lines.0.amount: lines.0.amount must have exactly one of percent_of_initial, percent_of_basis, money_minor.',
      'lines.0.turns_at: lines.0.turns_at must be an object.',
      'weekend_holding: weekend_holding must be true or false.',
      'most_lots: most_lots must be a number.',
    ],
  );
  assert.deepEqual(faultsOf('own'), ['rule_set: rule_set must be an object.']);
  assert.deepEqual(faultsOf({ ...own, lines: {} }), ['lines: lines must be a list.']);
});

test('figures out of bounds and rules that contradict each other are named', () => {
  const faults = (change: object) => faultsOf({ ...own, lines: [{ ...line, ...change }] });
  assert.deepEqual(faults({ amount: { percent_of_initial: 0 } }), [
    'lines.0.amount.percent_of_initial: lines.0.amount.percent_of_initial is 0; it must be from 0.01 to 100.',
  ]);
  assert.deepEqual(faults({ amount: { money_minor: 1.5 } }), [
    'lines.0.amount.money_minor: lines.0.amount.money_minor is 1.5; it must be a whole number from 1 to 1000000000000.',
  ]);
  assert.deepEqual(faults({ stops_trailing_at_percent: 0 }), [
    'lines.0.stops_trailing_at_percent: lines.0.stops_trailing_at_percent is only for a line that trails.',
  ]);
  assert.deepEqual(faults({ after_payout: 'follows' }), [
    'lines.0.after_payout: lines.0.after_payout is only for a total line that trails.',
  ]);
  for (const turns_at of [
    { time: '17:00', zone: '+03:00' },
    { time: '17:00', zone: 'europe/PRAGUE' },
    { time: '25:00', zone: 'Europe/Prague' },
    { time: '17:00', zone: 'Mars/Olympus' },
  ])
    assert.match(faults({ turns_at })[0] ?? '', /^lines\.0\.turns_at: .* write Etc\/GMT-3\.$/);
  assert.deepEqual(faultsOf({ ...own, lines: [] }), [
    'lines: lines must have at least one line: without one nothing limits a loss.',
  ]);
  assert.match(faultsOf({ ...own, lines: Array(9).fill(line) })[0] ?? '', /the most is 8/);
  assert.match(faultsOf({ ...own, id: 'My Firm' })[0] ?? '', /small letters, digits and hyphens/);
  assert.match(faultsOf({ ...own, name: ' ' })[0] ?? '', /1 to 80 letters/);
  assert.match(
    faultsOf({
      ...own,
      news: { minutes_before: 2, minutes_after: -1, importance: 'high', bars: 'all' },
    })[0] ?? '',
    /^news\.minutes_after: .* whole number from 0 to 1440/,
  );
  assert.match(faultsOf({ ...own, fewest_trading_days: 2.5 })[0] ?? '', /whole number/);
  assert.match(
    faultsOf({ ...own, flat_by: { time: '1510', zone: 'America/Chicago' } })[0] ?? '',
    /^flat_by/,
  );
});

test('fields of optional rules travel only where they are set', () => {
  const json = ruleSetToJson({
    ...defaultRuleSet(5, 8, 10, null),
    lines: [
      {
        kind: 'total',
        basis: 'start_balance',
        amount: { moneyMinor: 100 },
        trails: 'on_balance',
        stopsTrailingAtPercent: 0,
        turnsAt: { time: '00:00', zone: 'Etc/UTC' },
        onTouch: 'end',
        afterPayout: 'follows',
      },
    ],
  });
  assert.deepEqual(json.lines, [
    {
      kind: 'total',
      basis: 'start_balance',
      amount: { money_minor: 100 },
      trails: 'on_balance',
      stops_trailing_at_percent: 0,
      turns_at: { time: '00:00', zone: 'Etc/UTC' },
      on_touch: 'end',
      after_payout: 'follows',
    },
  ]);
});

test('floors that are not whole are refused with the field', () => {
  const reading = floorsFromJson({ v: 2, currency: 'usd', lines: [{}], rule_set_id: 'own' });
  assert.equal(reading.floors, null);
  const fields = reading.faults?.map(({ field }) => field);
  assert.deepEqual(fields?.slice(0, 3), ['v', 'currency', 'lines.0.floor_minor']);
  assert.ok(fields?.includes('week_start_minor'));
  assert.equal(floorsFromJson(null).floors, null);
});
