import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolSlopeFromCells } from './pool-slope.ts';

test('a pool that says 0.6 and comes true 69 times in 100 is taken at twice its log-odds', () => {
  const slope = poolSlopeFromCells([
    { hundredth: 60, ups: 69_231, downs: 30_769 },
    { hundredth: 40, ups: 30_769, downs: 69_231 },
  ]);
  // ln(0.69231 / 0.30769) / ln 1.5 = 2, but for the ridge.
  assert.ok(Math.abs(slope - 2) < 0.005, `${slope}`);
});

test('on a short record the correction is small, and below fifty outcomes there is none', () => {
  const slopeOf = (times: number) =>
    poolSlopeFromCells([
      { hundredth: 60, ups: 9 * times, downs: 4 * times },
      { hundredth: 40, ups: 4 * times, downs: 9 * times },
    ]);
  assert.equal(slopeOf(1), 1);
  assert.ok(slopeOf(2) > 1.05 && slopeOf(2) < 1.3, `${slopeOf(2)}`);
  assert.ok(slopeOf(20) > 1.5 && slopeOf(20) < 2, `${slopeOf(20)}`);
});

test('a pool of copies that is right as often as it says stays as it is', () => {
  const cells = [
    { hundredth: 65, ups: 650, downs: 350 },
    { hundredth: 40, ups: 400, downs: 600 },
  ];
  assert.equal(poolSlopeFromCells(cells), 1);
  assert.equal(poolSlopeFromCells(cells.toReversed()), 1);
});

test('a pool that is wrong more often than right is made even, not turned round', () => {
  const cells = [
    { hundredth: 60, ups: 4_000, downs: 6_000 },
    { hundredth: 40, ups: 6_000, downs: 4_000 },
  ];
  assert.equal(poolSlopeFromCells(cells), 0);
});

test('a market that mostly rises does not make a pool sure of anything', () => {
  assert.equal(poolSlopeFromCells([{ hundredth: 50, ups: 700, downs: 300 }]), 1);
});
