import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from '../market/random.ts';
import { chanceOf, logOddsOf } from './log-odds.ts';
import type { SaidCell } from './logistic-fit.ts';
import { fitPlatt } from './platt.ts';
import { scoreOf } from './trust-from-cells.ts';

test('the score of chances as said, worked by hand', () => {
  const cells = [
    { said: 0.8, ups: 30, downs: 2 },
    { said: 0.3, ups: 1, downs: 7 },
  ];
  // (30 x 0.04 + 2 x 0.64 + 1 x 0.49 + 7 x 0.09) / 40 = 3.6 / 40.
  // 31 of 40 rose: 0.775 would have scored 0.174375; the gain is 0.084375, its standard error 0.033397.
  assert.deepEqual(scoreOf(cells, null), { brier: 0.09, merit: 0.050978 });
});

test('without outcomes there is no score, and with one there is no merit', () => {
  assert.deepEqual(scoreOf([], null), { brier: null, merit: 0 });
  assert.deepEqual(scoreOf([{ said: 0.9, ups: 1, downs: 0 }], null), { brier: 0.01, merit: 0 });
});

test('to know that a market mostly rises is no merit', () => {
  const cells = [{ said: 0.7, ups: 7_000, downs: 3_000 }];
  const { brier, merit } = scoreOf(cells, fitPlatt(cells));
  assert.ok(brier !== null && Math.abs(brier - 0.21) < 0.001);
  assert.equal(merit, 0);
});

test('a merit is never more than what the score is better than a coin by', () => {
  const cell = fc
    .record({ hundredth: fc.integer({ min: 1, max: 99 }), ups: fc.nat(60), downs: fc.nat(60) })
    .map(({ hundredth, ups, downs }) => ({ said: hundredth / 100, ups, downs }));
  fc.assert(
    fc.property(fc.uniqueArray(cell, { selector: ({ said }) => said }), (cells) => {
      const { brier, merit } = scoreOf(cells, fitPlatt(cells));
      assert.ok(merit >= 0 && merit <= Math.max(0, 0.25 - (brier ?? 0.25)) + 1e-6);
    }),
  );
});

test('each outcome is scored as a fit without it would have said', () => {
  const cells = [
    { said: 0.35, ups: 9, downs: 14 },
    { said: 0.55, ups: 20, downs: 13 },
    { said: 0.75, ups: 15, downs: 9 },
  ];
  const platt = fitPlatt(cells);
  assert.ok(platt);
  const { brier } = scoreOf(cells, platt);
  const byHand = leftOutByHand(cells);
  assert.ok(brier !== null && Math.abs(brier - byHand) < 1e-4, `${brier} and ${byHand}`);
  const flattering = missOf(cells, (said) =>
    chanceOf(platt.slope * logOddsOf(said) + platt.offset),
  );
  assert.ok(flattering < brier - 0.001, 'the fit flatters its own record');
});

test('coins that are tossed for years have next to no merit', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = createRandom(seed);
    const cells = Array.from({ length: 41 }, (_, index) => {
      const outcomes = Array.from({ length: 100 }, () => random() < 0.5);
      const ups = outcomes.filter(Boolean).length;
      return { said: (30 + index) / 100, ups, downs: 100 - ups };
    });
    const { merit } = scoreOf(cells, fitPlatt(cells));
    assert.ok(merit < 0.0005, `seed ${seed}: ${merit}`);
  }
});

/** The slow way: takes every outcome out in turn and fits the rest again. */
function leftOutByHand(cells: readonly SaidCell[]): number {
  let misses = 0;
  let outcomes = 0;
  for (const [index, { said, ups, downs }] of cells.entries()) {
    for (const [kind, count] of [
      ['ups', ups],
      ['downs', downs],
    ] as const) {
      const rest = cells.map((each, at) => (at === index ? { ...each, [kind]: count - 1 } : each));
      const platt = fitPlatt(rest);
      assert.ok(platt);
      const chance = chanceOf(platt.slope * logOddsOf(said) + platt.offset);
      misses += count * (chance - Number(kind === 'ups')) ** 2;
      outcomes += count;
    }
  }
  return misses / outcomes;
}

function missOf(cells: readonly SaidCell[], chance: (said: number) => number): number {
  let misses = 0;
  let outcomes = 0;
  for (const { said, ups, downs } of cells) {
    misses += ups * (1 - chance(said)) ** 2 + downs * chance(said) ** 2;
    outcomes += ups + downs;
  }
  return misses / outcomes;
}
