import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from '@quorate/values/money';
import { defaultRuleSet, PRESETS, presetOf } from './presets.ts';
import type { Preset } from './rule-set.ts';
import {
  amountText,
  limitsInShort,
  lineWords,
  presetCautions,
  ruleSetWords,
  turnWords,
} from './rule-set-words.ts';

const account = { initialMinor: 1_000_000, currency: currencyOf('USD') };

function known(id: string): Preset {
  const found = presetOf(id);
  assert.ok(found);
  return found;
}

test('a day’s line says the money, the percent, from what it counts and when the day turns', () => {
  const [day, total] = known('ftmo-2-step').lines;
  assert.ok(day && total);
  assert.equal(
    lineWords({ ...day, basis: 'higher_of_both' }, account),
    'You may lose at most $500 (5% of $10,000) a day, counted from the higher of balance and equity at 00:00 in Prague. The account is over once equity touches it.',
  );
  assert.equal(
    lineWords(total, account),
    'You may lose at most $1,000 (10% of $10,000) in all, counted from the initial balance. Equity must stay above $9,000. The account is over once equity touches it.',
  );
});

test('a trailing line says what it follows and where it stops', () => {
  assert.equal(
    lineWords(known('fundingpips-zero').lines[1] ?? assert.fail(), account),
    'Equity must stay above a floor, $9,500 at first: the highest equity so far less $500 (5% of $10,000). The floor only rises. It stops rising at the initial balance ($10,000). The account is over once equity touches it.',
  );
});

test('the owner’s own limits are told in percent of what the day and the week began with', () => {
  assert.deepEqual(ruleSetWords(defaultRuleSet(5, 8, 10, 12)), [
    'You may lose at most 5% a day, of equity at 17:00 in New York. Touching it stops trading until the next day.',
    'You may lose at most 8% a week, of equity on Sunday at 17:00 in New York. Touching it stops trading until the next week.',
    'Equity must stay above a floor: the highest equity so far less 10% of it. The floor only rises. The account is over once equity touches it.',
    "A week's profit of 12% stops trading until the next week.",
    'Automated trading is allowed.',
  ]);
});

test('a percent of what the day began with is told as such', () => {
  assert.match(
    ruleSetWords(known('fundingpips-2-step'), account)[0] ?? '',
    /^You may lose at most 5% a day, of the higher of balance and equity at 00:00 UTC\+3\./,
  );
});

test('everything else that a preset asks for is a sentence too', () => {
  assert.deepEqual(ruleSetWords(known('ftmo-1-step-funded-standard'), account).slice(2), [
    'The best day may be at most 50% of the whole profit.',
    "Nothing is opened or closed from 2 minutes before to 2 minutes after high-impact news on the symbol's currencies.",
    'No position may stay open over the weekend.',
    'Automated trading is allowed.',
  ]);
  assert.ok(
    ruleSetWords(known('the5ers-high-stakes'), account).includes(
      'At least 3 trading days are needed. Only a day with at least 0.5% profit counts.',
    ),
  );
});

test('a zone of fixed hours is told as people write it', () => {
  assert.equal(turnWords({ time: '00:00', zone: 'Etc/GMT-3' }), '00:00 UTC+3');
  assert.equal(turnWords({ time: '00:00', zone: 'Etc/UTC' }), '00:00 UTC');
  assert.equal(turnWords({ time: '17:00', zone: 'America/New_York' }), '17:00 in New York');
  assert.equal(amountText(12_345, currencyOf('JPY')), '¥12,345');
  assert.equal(amountText(-12_345, currencyOf('CHF')), '-CHF 123.45');
});

test('an old preset says how old it is, and one without bots says so first', () => {
  assert.equal(
    presetCautions(known('ftmo-2-step'), '2027-01-20')[0],
    "These rules were last compared with FTMO's 108 days ago.",
  );
  const pips = presetCautions(known('fundingpips-zero'), '2026-09-01');
  assert.equal(pips[0], 'FundingPips does not allow automated trading here.');
  assert.equal(pips.at(-1), 'Rules change: check with your firm.');
});

test('no sentence of any preset has a hole', () => {
  for (const preset of PRESETS)
    for (const sentence of [...ruleSetWords(preset), ...ruleSetWords(preset, account)])
      assert.doesNotMatch(sentence, /undefined|NaN|null|Infinity| {2}/);
});

const SPANS = {
  day: (amount: string) => `${amount} per day`,
  week: (amount: string) => `${amount} per week`,
  total: (amount: string) => `${amount} in total`,
};

test('the limits of a rule set are told in half a sentence, in percent or in the money of the firm', () => {
  assert.equal(limitsInShort(known('ftmo-2-step'), SPANS), '5% per day, 10% in total');
  assert.equal(
    limitsInShort(defaultRuleSet(2, 4, 8, null), SPANS),
    '2% per day, 4% per week, 8% in total',
  );
  const inMoney = PRESETS.find(({ lines }) => lines.some(({ amount }) => 'moneyMinor' in amount));
  assert.ok(inMoney);
  assert.match(limitsInShort(inMoney, SPANS), /^\$[\d,]+ (per day|in total)/);
});
