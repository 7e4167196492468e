import { type RuleSetJson, ruleSet } from '@quorate/contract/rule-sets';
import { PRESETS } from '@quorate/trading/governor/presets';
import { ruleSetFromJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { currencyOf } from '@quorate/values/money';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildRules } from '../../testing/rule-sets.ts';
import { ownRulesOf, type RuleFields, ruleFieldsOf, rulesFromFields } from './own-rules.ts';

const USD = currencyOf('USD');
type Line = RuleSetJson['lines'][number];

const turnsAt = fc.record({
  time: fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
  zone: fc.constantFrom('Europe/Prague', 'America/New_York', 'UTC', 'Etc/GMT-3'),
});
const hundredths = (most: number) =>
  fc.integer({ min: 1, max: most * 100 }).map((value) => value / 100);
const percent = hundredths(100);
const orNull = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null });
const amount: fc.Arbitrary<Line['amount']> = fc.oneof(
  fc.record({ percent_of_initial: percent }),
  fc.record({ percent_of_basis: percent }),
  fc.record({ money_minor: fc.integer({ min: 1, max: 1e12 }) }),
);
const trails = fc.constantFrom('no', 'on_day_end_balance', 'on_balance', 'on_equity');
const line: fc.Arbitrary<Line> = fc
  .record({
    kind: fc.constantFrom('day', 'week', 'total'),
    basis: fc.constantFrom(
      'start_balance',
      'day_start_balance',
      'day_start_equity',
      'higher_of_both',
    ),
    amount,
    trails,
    stops_trailing_at_percent: orNull(fc.nat(100)),
    turns_at: turnsAt,
    on_touch: fc.constantFrom('end', 'pause_until_turn'),
    banked_profit_widens: fc.boolean(),
    after_payout: fc.constantFrom('stays', 'follows'),
  })
  .map(({ banked_profit_widens: widens, after_payout: payout, ...each }) => ({
    ...each,
    ...(each.kind === 'total' && { basis: 'start_balance' as const }),
    ...(each.trails === 'no' && { stops_trailing_at_percent: null }),
    ...(each.kind === 'day' && widens && { banked_profit_widens: true }),
    ...(each.kind === 'total' &&
      each.trails !== 'no' &&
      payout === 'follows' && { after_payout: payout }),
  }));
/** Every rule set that the service may keep as somebody's own. */
const ownRules: fc.Arbitrary<RuleSetJson> = fc.record({
  id: fc.constantFrom('own', 'firm'),
  name: fc
    .string({ maxLength: 80 })
    .map((name) => name.trim())
    .filter((name) => name !== ''),
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  weekly_profit_percent: orNull(hundredths(1_000).filter((value) => value >= 0.1)),
  profit_target_percent: orNull(hundredths(1_000).filter((value) => value >= 0.1)),
  fewest_trading_days: orNull(fc.nat(366)),
  trading_day_least_percent: orNull(percent),
  best_day_percent: orNull(percent),
  news: orNull(
    fc.record({
      minutes_before: fc.nat(1_440),
      minutes_after: fc.nat(1_440),
      importance: fc.constantFrom('high', 'medium', 'low'),
      bars: fc.constantFrom('entries', 'all'),
    }),
  ),
  weekend_holding: fc.boolean(),
  most_lots: orNull(hundredths(100_000)),
  most_positions: orNull(fc.integer({ min: 1, max: 100_000 })),
  most_open_risk_percent: orNull(percent),
  flat_by: orNull(turnsAt),
  automated_trading: fc.constantFrom('allowed', 'not_allowed', 'ask'),
});

function saved(rules: RuleSetJson, change: Partial<RuleFields> = {}, currency = USD) {
  return rulesFromFields(rules, { ...ruleFieldsOf(rules, currency), ...change }, currency);
}

const edited = (rules: RuleSetJson, change: Partial<RuleFields>) => saved(rules, change).rules;

/** A day's and a total line that the form cannot write, and a second of each. */
function richRules(): RuleSetJson {
  const [day, total] = buildRules().lines as [Line, Line];
  return buildRules({
    lines: [
      { ...day, amount: { money_minor: 50_050 }, banked_profit_widens: true },
      { ...total, trails: 'on_equity', stops_trailing_at_percent: 0, after_payout: 'follows' },
      { ...day, amount: { percent_of_basis: 4 }, turns_at: { time: '17:00', zone: 'UTC' } },
      { ...total, amount: { percent_of_initial: 12 } },
    ],
    news: { minutes_before: 2, minutes_after: 5, importance: 'medium', bars: 'all' },
    most_lots: 1.5,
    flat_by: { time: '15:10', zone: 'America/Chicago' },
    automated_trading: 'ask',
  });
}

describe('own rules in the form', () => {
  test('stay as they are where nothing was edited, whatever they are', () => {
    fc.assert(
      fc.property(ownRules, fc.constantFrom('USD', 'JPY', 'KWD'), (rules, code) => {
        const written = ruleSetFromJson(rules).ruleSet;
        expect(written).not.toBeNull();
        const { rules: kept, faults } = saved(rules, {}, currencyOf(code));
        expect([...faults]).toEqual([]);
        expect(kept).toEqual(rules);
      }),
      { numRuns: 500 },
    );
  });

  test('of every known programme stay, too', () => {
    for (const preset of PRESETS) {
      const rules = ruleSet.parse({ ...ruleSetToJson(preset), id: 'own' });
      expect(edited(rules, {})).toEqual(rules);
    }
  });

  test('change by what was edited alone', () => {
    fc.assert(
      fc.property(ownRules, percent, (rules, share) => {
        const target = String(share + 1);
        expect(edited(rules, { target })).toEqual({
          ...rules,
          profit_target_percent: Number(target),
        });
        expect(edited(rules, { firm: true })).toEqual({ ...rules, id: 'firm' });
        expect(edited(rules, { weekend: !rules.weekend_holding })).toEqual({
          ...rules,
          weekend_holding: !rules.weekend_holding,
        });
      }),
    );
  });

  test('keep the unit of a limit, and the lines behind the first of a kind', () => {
    const rules = richRules();
    const [day, total, ...others] = rules.lines;
    expect(ruleFieldsOf(rules, USD)).toMatchObject({ dayAmount: '500.50', totalAmount: '10' });
    expect(edited(rules, { dayAmount: '400', totalAmount: '8' })?.lines).toEqual([
      { ...day, amount: { money_minor: 40_000 } },
      { ...total, amount: { percent_of_initial: 8 } },
      ...others,
    ]);
    expect(edited(rules, { dayAmount: '' })?.lines).toEqual([total, ...others]);
  });

  test('move the turn of those lines alone that turned then', () => {
    const rules = richRules();
    const zone = 'Europe/London';
    const zones = edited(rules, { zone })?.lines.map(({ turns_at }) => turns_at.zone);
    expect(zones).toEqual([zone, zone, 'UTC', zone]);
    expect(edited(rules, { zone })?.flat_by).toEqual(rules.flat_by);
    expect(edited(rules, { flatBy: '16:00' })?.flat_by).toEqual({
      time: '16:00',
      zone: 'America/Chicago',
    });
    expect(edited(rules, { flatBy: '' })?.flat_by).toBeNull();
  });

  test('take what a trader wants beside: news, lots, an end of the day, a limit that stops rising', () => {
    const rules = edited(buildRules(), {
      newsBefore: '5',
      newsAfter: '',
      newsImportance: 'low',
      newsBars: 'all',
      lots: '2,5',
      flatBy: '21:30',
      weekAmount: '7',
      totalTrails: 'on_balance',
      trailsUntil: '0',
    });
    expect(rules).toMatchObject({
      news: { minutes_before: 5, minutes_after: 0, importance: 'low', bars: 'all' },
      most_lots: 2.5,
      flat_by: { time: '21:30', zone: 'Europe/Prague' },
    });
    const [, total, week] = rules?.lines ?? [];
    expect(total).toMatchObject({ trails: 'on_balance', stops_trailing_at_percent: 0 });
    expect(week).toMatchObject({ kind: 'week', amount: { percent_of_initial: 7 } });
  });

  test('let a total limit stop trailing with all that belongs to it', () => {
    const [, total] = edited(richRules(), { totalTrails: 'no' })?.lines ?? [];
    expect(total).toMatchObject({ trails: 'no', stops_trailing_at_percent: null });
    expect(total).not.toHaveProperty('after_payout');
  });

  test('name the field of each fault', () => {
    const wrong = {
      dayAmount: 'much',
      totalAmount: '101',
      lots: '0',
      flatBy: 'noon',
      newsBefore: '2.5',
      zone: 'Nowhere/Land',
    };
    expect([...saved(richRules(), wrong).faults.keys()]).toEqual(['dayAmount']);
    const numbers = { ...wrong, dayAmount: '0' };
    expect([...saved(richRules(), numbers).faults.keys()]).toEqual([
      'dayAmount',
      'zone',
      'totalAmount',
      'lots',
      'newsBefore',
      'flatBy',
    ]);
    expect([...saved(buildRules(), { dayAmount: '', totalAmount: '' }).faults.keys()]).toEqual([
      'dayAmount',
    ]);
    expect([...saved(buildRules(), { trailsUntil: '5' }).faults.keys()]).toEqual([]);
  });

  test('begin anew where the account follows a firm, and are saved as they stand', () => {
    const firm = ownRulesOf(buildAccount({ rule_set: buildRules({ id: 'ftmo-2-step' }) }));
    expect(firm.lines.map(({ amount: each }) => each)).toEqual([
      { percent_of_initial: 5 },
      { percent_of_initial: 10 },
    ]);
    expect(edited(firm, {})).toEqual(firm);
  });
});
