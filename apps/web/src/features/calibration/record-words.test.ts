import { expect, test } from 'vitest';
import { buildRecord } from '../../testing/models.ts';
import { brierWords, shareReason } from './record-words.ts';

const known = (share: number | null) => buildRecord('voter', { share, recalibrated: false });
const reasons = (...shares: (number | null)[]) => {
  const records = shares.map(known);
  return records.map((record) => shareReason(record, records, 50));
};

test('a Brier score proves something only where its interval leaves the coin out', () => {
  expect(brierWords({ value: 0.24, low: 0.235, high: 0.245 })).toBe('better than a coin');
  expect(brierWords({ value: 0.24, low: 0.23, high: 0.25 })).toBe('not yet told from a coin');
  expect(brierWords({ value: 0.26, low: 0.251, high: 0.27 })).toBe('worse than a coin');
});

test('a share is explained by what the voter and the others have shown', () => {
  expect(reasons(0.6, 0.4, 0, null)).toEqual([
    'Surely better than chance so far: its share grows with its lead.',
    'Surely better than chance so far: its share grows with its lead.',
    'Not surely better than chance, and others are: it has no say.',
    'It is not asked now.',
  ]);
  expect(reasons(0.8, 0.2)[1]).toBe('Others have shown more: a smaller share.');
});

test('equal shares are nobody’s merit', () => {
  expect(reasons(0.333_334, 0.333_333, 0.333_333)[0]).toBe(
    'Nobody is surely better than chance so far: all have an equal share.',
  );
});

test('one outcome short of enough is still too few', () => {
  const short = buildRecord('voter', { outcomes: 49, share: 0.5 });
  const enough = buildRecord('voter', { outcomes: 50, share: 0.5 });
  expect(shareReason(short, [short, enough], 50)).toMatch(/^49 outcomes, too few/);
  expect(shareReason(enough, [short, enough], 50)).toMatch(/^Nobody is surely better/);
});
