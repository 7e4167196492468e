import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aVote } from '../testing/builders.ts';
import { dispersionOf, pooledChance, poolOf } from './ensemble.ts';
import type { Trust } from './trust.ts';

const trust = (changes: Partial<Trust> = {}): Trust => ({
  family: 'x',
  outcomes: 0,
  brier: null,
  merit: 0,
  platt: null,
  ...changes,
});
const says = (analyst: string, pUp: number) => aVote({ analyst, pUp });

test('the pool is the weighted mean of the log-odds, worked by hand', () => {
  const pool = [
    { analyst: 'a', share: 0.75, pUp: 0.6 },
    { analyst: 'b', share: 0.25, pUp: 0.3 },
  ];
  // 0.75 x 0.405465 + 0.25 x -0.847298 = 0.092274.
  assert.equal(pooledChance(pool, 1), 0.5231);
  // The mean is 0.45; weights do not count.
  assert.equal(dispersionOf(pool), 0.15);
});

test('a pool that was too timid is made surer, and one that was too sure is not', () => {
  const pool = [{ analyst: 'a', share: 1, pUp: 0.6 }];
  // 2 x 0.405465 and 0.5 x 0.405465.
  assert.deepEqual([pooledChance(pool, 2), pooledChance(pool, 0.5)], [0.6923, 0.5505]);
  assert.deepEqual([pooledChance(pool, 0), pooledChance(pool, 100)], [0.5, 0.99]);
});

test('an empty pool is even and not dispersed', () => {
  assert.deepEqual(poolOf([], {}), []);
  assert.deepEqual([pooledChance([], 1), dispersionOf([])], [0.5, 0]);
});

test('whoever has no share moves neither the chance nor the dispersion', () => {
  const pool = [
    { analyst: 'a', share: 1, pUp: 0.6 },
    { analyst: 'b', share: 0, pUp: 0.01 },
  ];
  assert.deepEqual([pooledChance(pool, 1), dispersionOf(pool)], [0.6, 0]);
});

test('chances go in as the voter’s record corrects them, and shares are those of its record', () => {
  const good = { outcomes: 150, brier: 0.24, merit: 0.01 };
  const known = {
    a: trust({ ...good, family: 'x', platt: { slope: 0.5, offset: 0.1 } }),
    b: trust({ ...good, family: 'y' }),
  };
  assert.deepEqual(poolOf([says('a', 0.8), says('b', 0.8), says('new', 0.8)], known), [
    // ln 4 / 2 + 0.1 = 0.793147, and 0.75 x 1/2 + 0.25/3 of 1.25 in all.
    { analyst: 'a', share: 0.366667, pUp: 0.6885 },
    { analyst: 'b', share: 0.366667, pUp: 0.8 },
    { analyst: 'new', share: 0.266667, pUp: 0.8 },
  ]);
});

test('strangers of one maker are capped from their first vote on', () => {
  const votes = ['a', 'b', 'c', 'd', 'e'].map((analyst) => says(analyst, 0.6));
  const known = { a: trust(), b: trust(), c: trust(), d: trust({ family: 'y' }) };
  const shares = poolOf(votes, known).map(({ share }) => share);
  assert.deepEqual(shares, [0.133333, 0.133333, 0.133333, 0.3, 0.3]);
});

test('an analyst named like a property of every object has no record', () => {
  const pool = poolOf([says('constructor', 0.6), says('a', 0.6)], { a: trust() });
  assert.deepEqual(
    pool.map(({ share, pUp }) => [share, pUp]),
    [
      [0.5, 0.6],
      [0.5, 0.6],
    ],
  );
});
