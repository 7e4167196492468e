import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VerdictFigures, VerdictRule } from './verdict-rules.ts';
import {
  agreeing,
  dispersion,
  expectedValue,
  majority,
  probability,
  voters,
} from './verdict-rules.ts';

const LIMITS = { minAgreeing: 2, minVoters: 3, minExpectedR: 0.1, maxDispersion: 0.2 };
const FIGURES: VerdictFigures = {
  voters: 3,
  side: 'SELL',
  agreeing: 2,
  opposed: 1,
  dispersion: 0.2,
  pRight: 0.5,
  expectedR: 0.1,
};

/** What a rule says of figures that keep every limit exactly, but for these. */
function judged(rule: VerdictRule, changes: Partial<VerdictFigures> = {}) {
  const figures = { ...FIGURES, ...changes };
  const check = rule.check(figures, LIMITS);
  return { ...check, words: check.pass ? null : rule.held(check, figures) };
}

test('what is exactly at its limit passes', () => {
  for (const rule of [voters, agreeing, majority, dispersion, probability, expectedValue])
    assert.ok(judged(rule).pass, judged(rule).name);
});

test('two voters are no quorum of three', () => {
  const { name, value, limit, words } = judged(voters, { voters: 2 });
  assert.deepEqual([name, value, limit], ['voters', 2, 3]);
  assert.equal(words, 'Hold: 2 analysts voted, 3 must.');
});

test('one that asks for a side is not enough', () => {
  const { name, words } = judged(agreeing, { agreeing: 1 });
  assert.equal(name, 'agreeing');
  assert.equal(words, 'Hold: 1 of 3 voters agree on a direction, 2 must.');
});

test('a tie is a hold', () => {
  const { name, value, words } = judged(majority, { agreeing: 2, opposed: 2 });
  assert.deepEqual([name, value], ['majority', 0]);
  assert.equal(words, 'Hold: as many voters want to buy as to sell.');
});

test('chances that are far apart are a hold', () => {
  const { name, words } = judged(dispersion, { dispersion: 0.2001 });
  assert.equal(name, 'dispersion');
  assert.equal(words, "Hold: the voters' probabilities differ by 0.2001, at most 0.2 is accepted.");
});

test('heads that go one way and chances the other are a hold', () => {
  const { name, words } = judged(probability, { pRight: 0.4999 });
  assert.equal(name, 'probability');
  assert.equal(words, 'Hold: the pooled chance of SELL is 0.4999, at least 0.5 is needed.');
});

test('too little left after the costs is a hold', () => {
  const { name, value, words } = judged(expectedValue, { expectedR: 0.09994 });
  assert.deepEqual([name, value], ['expected_r', 0.0999]);
  assert.equal(words, 'Hold: SELL is worth 0.0999 R after costs, at least 0.1 R is needed.');
});
