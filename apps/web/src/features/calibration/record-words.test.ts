import { expect, test } from 'vitest';
import { buildRecord } from '../../testing/models.ts';
import { brierWords, shareWords, shownWords } from './record-words.ts';

test('a Brier score proves something only where its interval leaves the coin out', () => {
  expect(brierWords({ value: 0.24, low: 0.235, high: 0.245 })).toBe('better than a coin');
  expect(brierWords({ value: 0.24, low: 0.23, high: 0.25 })).toBe('not yet told from a coin');
  expect(brierWords({ value: 0.26, low: 0.251, high: 0.27 })).toBe('worse than a coin');
});

test('a record shows something from enough outcomes on, by the interval of its right side', () => {
  const shown = (low: number, high: number) =>
    shownWords(
      buildRecord('voter', { outcomes: 300, proven: true, accuracy: { value: 0.5, low, high } }),
      300,
    );
  expect(shown(0.51, 0.6)).toBe('Right more often than wrong.');
  expect(shown(0.4, 0.49)).toBe('Wrong more often than right.');
  expect(shown(0.45, 0.55)).toBe('Not yet told from a coin.');
  expect(shownWords(buildRecord('voter', { outcomes: 299 }), 300)).toBe(
    '299 of 300 outcomes are known, too few to prove anything.',
  );
});

test('a voter that voted on none of the newest decisions has no share, and not a share of nothing', () => {
  const absent = buildRecord('voter', { outcomes: 0, share: null });
  expect(shareWords(absent)).toBe('–');
  expect(shownWords(absent, 300)).toBe(
    'Nothing is known of it yet. It voted on none of your newest decisions.',
  );
});
