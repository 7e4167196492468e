import { RULE_SENTENCES, type RuleCode, sentenceOf } from '@quorate/record/rules';
import { expect, test } from 'vitest';
import { ruleWords } from './rule-words.ts';

const VALUES = {
  index: 7,
  size: 12,
  minutes: 45,
  key: 'quorate.example/log 1a2b3c4d',
  stream: 'f'.repeat(32),
  actual: 3,
  expected: 4,
  part: 'private',
  reason: 'bar 2: its low is -1 points',
  field: 'action',
  row: 'trend, EURUSD, H1',
  check: 'spread_points',
  way: 'against the trade',
  measure: 'groups.alone.mean_r.value',
};
const RULES = Object.keys(RULE_SENTENCES) as RuleCode[];

test.each(RULES)('the page says of the rule %s what the command says', (rule) => {
  const finding = { rule, values: VALUES };
  expect(ruleWords(finding)).toBe(sentenceOf(finding));
  expect(ruleWords(finding)).not.toMatch(/[{}]/);
});

test('what a file may say for a part or a way is said as it stands', () => {
  const other = { ...VALUES, part: 'other', way: 'sideways' };
  expect(ruleWords({ rule: 'body', values: other })).toContain('(other)');
  expect(ruleWords({ rule: 'side', values: other })).toContain('went sideways');
});
