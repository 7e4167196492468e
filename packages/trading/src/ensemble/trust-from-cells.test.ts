import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../market/canonical-json.ts';
import { trustFromCells } from './trust-from-cells.ts';

test('without a record only the family is known', () => {
  assert.deepEqual(trustFromCells('gpt', []), {
    family: 'gpt',
    outcomes: 0,
    brier: null,
    merit: 0,
    platt: null,
  });
});

test('a short record is scored as said', () => {
  const cells = [{ hundredth: 60, ups: 12, downs: 8 }];
  // 12 x 0.16 + 8 x 0.36 over 20: no better than to know that 12 of 20 rose.
  assert.deepEqual(trustFromCells('gpt', cells), {
    family: 'gpt',
    outcomes: 20,
    brier: 0.24,
    merit: 0,
    platt: null,
  });
});

test('an overconfident voter that is right 60 times in 100 has merit once it is recalibrated', () => {
  const cells = [
    { hundredth: 90, ups: 600, downs: 400 },
    { hundredth: 10, ups: 400, downs: 600 },
  ];
  const { outcomes, brier, merit, platt } = trustFromCells('gpt', cells);
  assert.equal(outcomes, 2_000);
  assert.ok(platt && Math.abs(platt.slope - 0.1849) < 0.0001, `${platt?.slope}`);
  // As said it would be 0.6 x 0.01 + 0.4 x 0.81 = 0.33; recalibrated 0.24, and 0.01 better than a coin.
  assert.ok(brier !== null && brier > 0.24 && brier < 0.241, `${brier}`);
  assert.ok(merit > 0.006 && merit < 0.01, `${merit}`);
});

test('the order of the cells changes no byte', () => {
  const cell = fc.record({
    hundredth: fc.integer({ min: 1, max: 99 }),
    ups: fc.nat(200),
    downs: fc.nat(200),
  });
  const cells = fc.uniqueArray(cell, { selector: ({ hundredth }) => hundredth });
  fc.assert(
    fc.property(
      cells.chain((each) =>
        fc.tuple(
          fc.constant(each),
          fc.shuffledSubarray(each, { minLength: each.length, maxLength: each.length }),
        ),
      ),
      ([each, shuffled]) => {
        assert.equal(
          canonicalJson(trustFromCells('x', shuffled)),
          canonicalJson(trustFromCells('x', each)),
        );
      },
    ),
  );
});
