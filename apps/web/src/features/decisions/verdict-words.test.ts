import { heldBy, limitWords, valueWords, verdictRuleName } from '@quorate/ui/verdict-rule-words';
import { expect, test } from 'vitest';
import { buildDecision } from '../../testing/builders.ts';
import { buildFigures } from '../../testing/panel.ts';
import { agreementWords, boundLabel, limitsWords, modeWords, restsOn } from './verdict-words.ts';

const decision = buildDecision({ quorum: 3 });

test('an old decision tells how many had to agree, a new one what those who agree are worth', () => {
  expect(agreementWords(buildDecision(), null)).toBe('2 of 3 agree, 2 must');
  expect(agreementWords(decision, buildFigures())).toBe('2 of 3 agree, worth 1.33 voices');
  expect(agreementWords({ ...decision, agreeing: 1 }, buildFigures())).toBe('1 of 3 agree');
});

test('a new decision with too few voters tells how many must answer', () => {
  expect(agreementWords({ ...decision, voters: 2 }, buildFigures())).toBe('2 voted, 3 must');
});

test('where no figures are sent the rules tell by which a decision was made', () => {
  const rules = [{ name: 'agreement', value: 1.33, limit: 1.3, pass: true }];
  expect(agreementWords({ ...decision, rules })).toBe('2 of 3 agree, worth 1.33 voices');
  expect(agreementWords(buildDecision())).toBe('2 of 3 agree, 2 must');
});

test('a trade rests on several voices or on one of proven skill, and a hold on nothing', () => {
  expect(restsOn(decision, buildFigures())).toBe(
    'Two analysts agree, worth 1.33 independent voices.',
  );
  expect(restsOn(decision, buildFigures({ agreement: 'one_proven' }))).toMatch(
    /^One analyst of proven skill/,
  );
  expect(restsOn(decision, buildFigures({ agreement: null }))).toBeNull();
  expect(restsOn({ agreeing: 11 }, buildFigures())).toMatch(/^11 analysts agree/);
});

test('the mode is told with how far the record is', () => {
  expect(modeWords(buildFigures())).toBe(
    'Learning: by what the analysts state, 120 of 300 outcomes known',
  );
  expect(modeWords(buildFigures({ mode: 'proven', outcomes_known: 1_412 }))).toBe(
    'Proven: by the record, 1,412 outcomes known',
  );
});

test('the limits are those of the owner, and the usual ones only where none were kept', () => {
  const limits = {
    min_voters: 3,
    min_agreement: 1.3,
    one_proven: false,
    min_expected_r: 0.15,
    confidence_percent: 90,
  };
  expect(limitsWords({ limits })).toBe(
    'Your settings: 1.3 independent voices, at least +0.15 R after costs, 90% confidence.',
  );
  expect(boundLabel({ limits })).toBe('At least, by the record (90%)');
  expect(limitsWords(buildFigures())).toBe(
    'Your settings: 1.3 independent voices or one of proven skill, at least 0.00 R after costs, 80% confidence.',
  );
  expect(limitsWords({ limits: null })).toBeNull();
  expect(boundLabel({ limits: null })).toBe('At least, by the record (80%)');
});

test('rules of both versions have a name, a sign and a reason to hold', () => {
  const check = { value: 1.33, limit: 1.3, pass: true };
  expect(['voters', 'agreement', 'expected_r_low', 'dispersion'].map(verdictRuleName)).toEqual([
    'Voters',
    'Independent voices',
    'Expected R, lower bound',
    'Dispersion',
  ]);
  expect(limitWords({ ...check, name: 'agreement' })).toBe('≥ 1.3');
  expect(limitWords({ ...check, name: 'dispersion' })).toBe('≤ 1.3');
  expect(['agreeing', 'agreement', 'expected_r_low'].map(heldBy)).toEqual([
    'too little agreement',
    'too little agreement',
    'no edge shown',
  ]);
});

test('a direction is there or not, and one of proven skill stands in for missing voices', () => {
  const direction = { name: 'direction', value: 0, limit: 1, pass: false };
  expect([valueWords(direction), limitWords(direction)]).toEqual(['no', 'yes']);
  const alone = { name: 'agreement', value: 1, limit: 1.3, pass: true };
  expect([valueWords(alone), limitWords(alone)]).toEqual(['1', '≥ 1.3, or one proven']);
});

test('a rule that this release does not know keeps its name and gets no sign', () => {
  const check = { name: 'moon_phase', value: 3, limit: 4, pass: true };
  expect([verdictRuleName(check.name), limitWords(check), heldBy(check.name)]).toEqual([
    'Moon phase',
    '4',
    'moon phase',
  ]);
});
