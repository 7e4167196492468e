import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learn, type Member } from '../testing/synthetic-analysts.ts';

/** Outcomes to learn from, and the later ones that are judged. */
const STREAM = { learnt: 3_000, judged: 3_000 };
const SEEDS = [1, 2, 3, 4];

/** Everybody hears a part of the market of his own; the clones hear the same one, with some noise. */
const MIXED: readonly Member[] = [
  { analyst: 'skilled', hears: 'a', strength: 0.6 },
  { analyst: 'mediocre', hears: 'b', strength: 0.3 },
  { analyst: 'overconfident', hears: 'c', strength: 0.4, shouts: 4 },
  { analyst: 'inverted', hears: 'd', strength: 0.4, shouts: -1 },
  { analyst: 'coin', hears: null },
  ...['one', 'two', 'three', 'four'].map((name) => ({
    analyst: `clone ${name}`,
    family: 'clones',
    hears: 'e',
    strength: 0.4,
    noise: 0.1,
  })),
];
const TOWERING: readonly Member[] = [
  { analyst: 'towering', hears: 'a', strength: 1.2 },
  { analyst: 'mediocre', hears: 'b', strength: 0.4 },
  { analyst: 'overconfident', hears: 'c', strength: 0.4, shouts: 4 },
  { analyst: 'coin', hears: null },
];
const NAMES = MIXED.map(({ analyst }) => analyst);

const PANELS: readonly (readonly [name: string, members: readonly Member[], drift: number])[] = [
  ['nine analysts of every kind', MIXED, 0],
  ['the same in a market that mostly rises', MIXED, 0.4],
  ['one that can and two that cannot', membersOf('skilled', 'coin', 'inverted'), 0],
  ['one that shouts and one that whispers', membersOf('overconfident', 'mediocre', 'coin'), 0],
  ['nobody that can', membersOf('coin', 'inverted'), 0.2],
  ['one that towers above three, whom the cap holds down', TOWERING, 0],
  ['three of one mind', membersOf('clone one', 'clone two', 'clone three'), 0],
];

for (const [name, members, drift] of PANELS) {
  test(`${name}: the pool's Brier score is at most the best member's + 0.005`, () => {
    for (const seed of SEEDS) {
      const { pooled, best } = learn({ members, drift, seed, ...STREAM });
      assert.ok(pooled <= best + 0.005, `seed ${seed}: ${pooled} against ${best}`);
    }
  });
}

test('nine analysts of every kind are together better than the best of them', () => {
  for (const seed of SEEDS) {
    const { pooled, best } = learn({ members: MIXED, drift: 0, seed, ...STREAM });
    assert.ok(pooled < best, `seed ${seed}: ${pooled} against ${best}`);
  }
});

test('the share of a coin flipper goes to nothing, and that of an inverted analyst, too', () => {
  for (const drift of [0, 0.4]) {
    for (const seed of SEEDS) {
      const first = learn({ members: MIXED, drift, seed, learnt: 20, judged: 1 }).shares;
      assert.ok((first.get('coin') ?? 0) > 0.05, 'who is new is heard');
      const { shares } = learn({ members: MIXED, drift, seed, learnt: 1_500, judged: 1 });
      assert.ok((shares.get('coin') ?? 1) < 0.01, `seed ${seed}: ${shares.get('coin')}`);
      assert.ok((shares.get('inverted') ?? 1) < 0.01, `seed ${seed}: ${shares.get('inverted')}`);
    }
  }
});

test('clones of one maker hold at most 40 % together, however many and good they are', () => {
  for (const seed of SEEDS) {
    for (const learnt of [0, 100, 1_500]) {
      const { shares } = learn({ members: MIXED, drift: 0, seed, learnt, judged: 1 });
      const clones = NAMES.filter((name) => name.startsWith('clone'));
      const held = clones.reduce((sum, name) => sum + (shares.get(name) ?? 0), 0);
      assert.ok(held <= 0.4 + 1e-5, `seed ${seed}: ${held} after ${learnt}`);
    }
  }
});

test('a pool of independent views is made surer by its record, a pool of copies is not', () => {
  const slopeOf = (members: readonly Member[]) =>
    learn({ members, drift: 0, seed: 1, learnt: 2_000, judged: 1 }).poolSlope;
  assert.ok(slopeOf(TOWERING) > 2, `${slopeOf(TOWERING)}`);
  const copies = slopeOf(membersOf('clone one', 'clone two', 'clone three'));
  assert.ok(copies > 0.8 && copies < 1.2, `${copies}`);
});

test('an overconfident analyst is taken down to what it knows', () => {
  const { pooledAs } = learn({ members: MIXED, drift: 0, seed: 1, ...STREAM });
  const taken = pooledAs('overconfident', 0.9);
  // It shouts four times its log-odds: 0.9 of its own is 0.63 in truth.
  assert.ok(Math.abs(taken - 0.634) < 0.03, `${taken}`);
  assert.ok(Math.abs(pooledAs('skilled', 0.7) - 0.7) < 0.05);
});

function membersOf(...names: string[]): readonly Member[] {
  return MIXED.filter(({ analyst }) => names.includes(analyst));
}
