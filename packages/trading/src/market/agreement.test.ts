import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gradeOf, isSameBar, type ToldBar } from './agreement.ts';

const told = (digits: number, ...figures: [number, number, number, number, number]): ToldBar => ({
  bar: [1_772_442_000, ...figures],
  digits,
});
const MINE = told(5, 108_200, 108_260, 108_150, 108_220, 10);

it('a bar agrees within the larger spread and a fifth of the larger range', () => {
  // A range of 110 points: 10 and 22 are allowed.
  assert.ok(isSameBar(MINE, told(5, 108_232, 108_260, 108_150, 108_220, 10)));
  assert.ok(!isSameBar(MINE, told(5, 108_233, 108_260, 108_150, 108_220, 10)));
  assert.ok(isSameBar(MINE, told(5, 108_233, 108_260, 108_150, 108_220, 11)));
  assert.ok(
    !isSameBar(MINE, told(5, 108_200, 108_260, 108_150, 108_188 - 1, 10)),
    'the close, too',
  );
});

it('a bar agrees with one of other decimals', () => {
  assert.ok(isSameBar(MINE, told(4, 10_820, 10_826, 10_815, 10_822, 1)));
  assert.ok(!isSameBar(MINE, told(4, 10_820, 10_836, 10_815, 10_822, 1)));
});

it('is contradicted by more than agree, and alone where nobody else is', () => {
  assert.equal(gradeOf({ agreed: 0, differing: 0 }), 'alone');
  assert.equal(gradeOf({ agreed: 1, differing: 0 }), 'agreed');
  assert.equal(gradeOf({ agreed: 0, differing: 1 }), 'contradicted');
  assert.equal(gradeOf({ agreed: 2, differing: 2 }), 'agreed');
  assert.equal(gradeOf({ agreed: 1, differing: 2 }), 'contradicted');
});
