import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chanceOf, logOddsOf } from './log-odds.ts';
import { fitPlatt, recalibrated } from './platt.ts';

const cell = fc
  .record({ hundredth: fc.integer({ min: 1, max: 99 }), ups: fc.nat(400), downs: fc.nat(400) })
  .map(({ hundredth, ups, downs }) => ({ said: hundredth / 100, ups, downs }));
const record = fc.uniqueArray(cell, { maxLength: 99, selector: ({ said }) => said });

test('a voter that says 0.9 and is right 60 times in 100 is taken at 0.6', () => {
  const platt = fitPlatt([
    { said: 0.9, ups: 60, downs: 40 },
    { said: 0.1, ups: 40, downs: 60 },
  ]);
  // ln 1.5 / ln 9 = 0.1845 without the ridge, which asks for a little more.
  assert.deepEqual(platt, { slope: 0.188042, offset: 0 });
  assert.deepEqual([recalibrated(0.9, platt), recalibrated(0.1, platt)], [0.6018, 0.3982]);
});

test('a voter that is right as often as it says is left as it is', () => {
  const honest = [0.3, 0.4, 0.5, 0.6, 0.7].map((said) => ({
    said,
    ups: 1_000 * said,
    downs: 1_000 * (1 - said),
  }));
  const platt = fitPlatt(honest);
  assert.ok(platt && Math.abs(platt.slope - 1) < 1e-6 && Math.abs(platt.offset) < 1e-6);
  assert.equal(recalibrated(0.6, platt), 0.6);
});

test('with one outcome less than fifty nothing is recalibrated', () => {
  const few = [{ said: 0.7, ups: 20, downs: 29 }];
  assert.equal(fitPlatt(few), null);
  assert.notEqual(fitPlatt([...few, { said: 0.6, ups: 1, downs: 0 }]), null);
  assert.equal(recalibrated(0.7, null), 0.7);
});

test('a voter that is wrong more often than right is flattened, not turned round', () => {
  const platt = fitPlatt([
    { said: 0.8, ups: 80, downs: 120 },
    { said: 0.2, ups: 120, downs: 80 },
  ]);
  assert.deepEqual(platt, { slope: 0, offset: 0 });
  assert.deepEqual([recalibrated(0.8, platt), recalibrated(0.2, platt)], [0.5, 0.5]);
});

test('a market that rises 60 times in 100 moves the offset, less so on a short record', () => {
  const offsetOf = (times: number) =>
    fitPlatt([{ said: 0.5, ups: 60 * times, downs: 40 * times }])?.offset ?? 0;
  assert.ok(Math.abs(offsetOf(100) - Math.log(1.5)) < 0.01);
  assert.ok(offsetOf(1) > 0.15 && offsetOf(1) < 0.25, `${offsetOf(1)}`);
});

test('certainty on either side of the scale is bounded', () => {
  const sure = fitPlatt([
    { said: 0.99, ups: 5_000, downs: 0 },
    { said: 0.01, ups: 0, downs: 5_000 },
  ]);
  assert.ok(sure && sure.slope > 1);
  assert.deepEqual([recalibrated(1, sure), recalibrated(0, sure)], [0.99, 0.01]);
  assert.deepEqual([recalibrated(1, null), recalibrated(0, null)], [0.99, 1 - 0.99]);
});

test('the fit is the likeliest point of any record: no step away from it is better', () => {
  const penalised = (cells: readonly { said: number; ups: number; downs: number }[]) => {
    return (slope: number, offset: number) =>
      cells.reduce(
        (sum, { said, ups, downs }) => {
          const chance = chanceOf(slope * logOddsOf(said) + offset);
          return sum + ups * Math.log(chance) + downs * Math.log(1 - chance);
        },
        -((slope - 1) ** 2 + 25 * offset ** 2) / 2,
      );
  };
  fc.assert(
    fc.property(record, (cells) => {
      const platt = fitPlatt(cells);
      const outcomes = cells.reduce((sum, { ups, downs }) => sum + ups + downs, 0);
      assert.equal(platt === null, outcomes < 50);
      if (!platt) return;
      const { slope, offset } = platt;
      assert.ok(slope >= 0 && Number.isFinite(slope) && Number.isFinite(offset));
      const height = penalised(cells);
      const here = height(slope, offset);
      for (const step of [-0.01, 0.01]) {
        assert.ok(height(slope, offset + step) <= here + 1e-6 * Math.abs(here));
        if (slope + step >= 0)
          assert.ok(height(slope + step, offset) <= here + 1e-6 * Math.abs(here));
      }
    }),
    { numRuns: 300 },
  );
});

test('a recalibrated chance never falls when more is said', () => {
  fc.assert(
    fc.property(
      record,
      fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 2 }),
      (cells, said) => {
        const platt = fitPlatt(cells);
        const chances = said
          .toSorted((a, b) => a - b)
          .map((each) => recalibrated(each / 100, platt));
        for (const [index, chance] of chances.entries()) {
          assert.ok(chance >= 0.01 - 1e-12 && chance <= 0.99);
          assert.ok(chance >= (chances[index - 1] ?? 0));
        }
      },
    ),
  );
});
