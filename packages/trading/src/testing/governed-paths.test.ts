import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRuleSet, PRESETS } from '../governor/presets.ts';
import type { RuleSet } from '../governor/rule-set.ts';
import { governedPath, type PathKind, type PathOutcome } from './governed-paths.ts';

const RULES: readonly RuleSet[] = [
  defaultRuleSet(5, 10, 10, null),
  ...PRESETS.filter(({ lines }) => lines.every(({ amount }) => !('moneyMinor' in amount))),
];
const PATHS = 500;

function walk(kind: PathKind): PathOutcome {
  const sum = { ticks: 0, opened: 0, crossings: 0, unbounded: 0, ended: 0, flattened: 0 };
  for (let seed = 1; seed <= PATHS; seed += 1) {
    const ruleSet = RULES[seed % RULES.length];
    assert.ok(ruleSet);
    const path = governedPath(seed, ruleSet, kind);
    for (const key of ['ticks', 'opened', 'crossings', 'unbounded', 'ended', 'flattened'] as const)
      sum[key] += path[key];
  }
  return sum;
}

test('no floor is crossed as long as no exit slips more than was kept for it', () => {
  const { crossings, opened, flattened } = walk('within');
  assert.ok(opened > PATHS, `${opened} positions were opened`);
  assert.ok(flattened > 0, 'no path ever came near a floor');
  assert.equal(crossings, 0);
});

test('one symbol may slip at its very worst, and no floor that ends the account is crossed', () => {
  const { crossings, ended } = walk('one-worst');
  assert.ok(crossings > 0, 'no path ever crossed the floor of a day');
  assert.equal(ended, 0);
});

test('where exits slip more, equity falls below the floor by no more than that', () => {
  const { crossings, unbounded } = walk('beyond');
  assert.ok(crossings > 0, 'no path ever went beyond');
  assert.equal(unbounded, 0);
});

test('what closing costs, and a profit that is worth less at another price, is counted before a slip', () => {
  // Long runs found these two: 1.58 and 1.76 dollars of 100,000 were missing.
  const found = [
    [8_214, 'ftmo-funded-standard'],
    [9_759, 'the5ers-high-stakes-2'],
  ] as const;
  for (const [seed, id] of found) {
    const ruleSet = RULES.find((each) => each.id === id);
    assert.ok(ruleSet);
    // With a line that ends the account trades are smaller, and these paths other ones.
    const lines = ruleSet.lines.map((line) => ({ ...line, onTouch: 'pause_until_turn' }) as const);
    const { crossings, unbounded } = governedPath(seed, { ...ruleSet, lines }, 'beyond');
    assert.equal(crossings, 1);
    assert.equal(unbounded, 0);
  }
});
