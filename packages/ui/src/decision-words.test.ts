import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analystName } from './analyst-name.ts';
import { classNames } from './class-names.ts';
import { conviction, formatFigure, leanWords, sentenceCase } from './decision-words.ts';

test('a field’s name reads as words, with R as a unit', () => {
  assert.equal(sentenceCase('expected_r'), 'Expected R');
  assert.equal(sentenceCase('spread-to_atr'), 'Spread to atr');
  assert.equal(sentenceCase(''), '');
});

test('a lean tells the likelier side, never less than half', () => {
  assert.equal(leanWords(0.39), '61% for a fall');
  assert.equal(leanWords(0.61), '61% for a rise');
  assert.equal(leanWords(0.5), '50% for a rise');
  for (const up of [0, 0.2, 0.5, 0.7, 1]) assert.ok(conviction(up) >= 0.5);
});

test('figures keep 4 decimals and are not grouped', () => {
  assert.equal(formatFigure(1.084_57), '1.0846');
  assert.equal(formatFigure(12_345), '12345');
});

test('analysts have names of their own; a configured model’s stands as it is', () => {
  assert.equal(analystName('mean-reversion'), 'Mean reversion');
  assert.equal(analystName('claude-opus'), 'claude-opus');
});

test('class names that are not set leave no gap', () => {
  assert.equal(classNames('a', false, undefined, null, '', 'b'), 'a b');
});
