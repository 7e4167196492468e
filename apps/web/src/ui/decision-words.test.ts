import { analystName } from '@quorate/ui/analyst-name';
import { classNames } from '@quorate/ui/class-names';
import { conviction, formatFigure, leanWords, sentenceCase } from '@quorate/ui/decision-words';
import { expect, test } from 'vitest';

test('a field’s name reads as words, with R as a unit', () => {
  expect(sentenceCase('expected_r')).toBe('Expected R');
  expect(sentenceCase('spread-to_atr')).toBe('Spread to atr');
  expect(sentenceCase('')).toBe('');
});

test('a lean tells the likelier side, never less than half', () => {
  expect(leanWords(0.39)).toBe('61% for a fall');
  expect(leanWords(0.61)).toBe('61% for a rise');
  expect(leanWords(0.5)).toBe('50% for a rise');
  for (const up of [0, 0.2, 0.5, 0.7, 1]) expect(conviction(up)).toBeGreaterThanOrEqual(0.5);
});

test('figures keep 4 decimals and are not grouped', () => {
  expect(formatFigure(1.084_57)).toBe('1.0846');
  expect(formatFigure(12_345)).toBe('12345');
});

test('analysts have names of their own; a configured model’s stands as it is', () => {
  expect(analystName('mean-reversion')).toBe('Mean reversion');
  expect(analystName('claude-opus')).toBe('claude-opus');
});

test('class names that are not set leave no gap', () => {
  expect(classNames('a', false, undefined, null, '', 'b')).toBe('a b');
});
