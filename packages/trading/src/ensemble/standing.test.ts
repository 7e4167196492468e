import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom } from '../market/random.ts';
import { membersOf, momentsOf, WORLD_COST, walkWorld, world } from '../testing/worlds.ts';
import { emptyRecord, type LearnedRecord, learn } from './learned-record.ts';
import { lowerErrors, sharesOf, standOf } from './standing.ts';
import { decide } from './verdict.ts';

const PANEL = ['a', 'b', 'c'].map((key) => ({ key, family: key }));

/** A record in which each voter was right in so many of a hundred, independently of the others. */
function recordOf(outcomes: number, rights: readonly number[], seed = 1): LearnedRecord {
  const random = createRandom(seed);
  const record = emptyRecord();
  for (let at = 0; at < outcomes; at += 1)
    learn(record, {
      touch: 'up',
      bar: 24 * at,
      pool: 0.5,
      votes: rights.map((right, voter) => ({
        key: PANEL[voter]?.key ?? '',
        side: 100 * random() < right ? 'BUY' : 'SELL',
      })),
    });
  return record;
}

const near = (value: number | undefined, expected: number, by = 5e-5) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < by, `${value}, not ${expected}`);

describe('a lower bound', () => {
  it('lies as many standard errors below as its confidence asks for', () => {
    const known = [60, 70, 80, 90, 95];
    assert.deepEqual(known.map(lowerErrors), [0.25, 0.52, 0.84, 1.28, 1.64]);
  });
});

describe('what a record makes of a panel', () => {
  it('is equal shares where nothing is known', () => {
    const { voters, slope, outcomes } = standOf(emptyRecord(), PANEL, 0.1);
    for (const { share, turned, edge } of voters) {
      near(share, 1 / 3);
      assert.deepEqual([turned, edge], [false, 0]);
    }
    assert.deepEqual([slope, outcomes], [0, 0]);
  });

  it('is an edge that a short record shrinks', () => {
    const record = emptyRecord();
    for (let at = 0; at < 200; at += 1)
      learn(record, {
        touch: 'up',
        bar: 24 * at,
        pool: 1,
        votes: [{ key: 'a', side: at < 110 ? 'BUY' : 'SELL' }],
      });
    const [voter] = standOf(record, PANEL, 0.1).voters;
    // (2 * 110 - 200) / 250, and (20 / 204) - 0.84 / sqrt(204).
    near(voter?.edge, 0.08);
    near(voter?.edgeLow, 20 / 204 - 0.84 / Math.sqrt(204), 2e-2);
  });

  it('turns a voter that is surely wrong round, and not before 300 outcomes', () => {
    const turned = (outcomes: number, right: number) =>
      standOf(recordOf(outcomes, [right, 50, 50]), PANEL, 0.05).voters[0]?.turned;
    assert.deepEqual([turned(290, 30), turned(320, 30), turned(320, 47)], [false, true, false]);
    const { voters } = standOf(recordOf(400, [30, 50, 50]), PANEL, 0.05);
    assert.ok((voters[0]?.edge ?? 0) > 0.2, 'its edge counts in the direction in which it is used');
  });

  it('leaves everybody a floor', () => {
    const { voters } = standOf(recordOf(600, [65, 50, 44]), PANEL, 0.1);
    assert.ok((voters[0]?.share ?? 0) > 0.6);
    for (const { share } of voters) assert.ok(share >= 0.05);
  });

  it('assumes that models of one maker err alike, until outcomes say otherwise', () => {
    const family = (name: string) => PANEL.map(({ key }) => ({ key, family: name || key }));
    assert.deepEqual(standOf(emptyRecord(), family(''), 0.1).correlations, [0.5, 0.5, 0.5]);
    assert.deepEqual(standOf(emptyRecord(), family('one'), 0.1).correlations, [0.8, 0.8, 0.8]);
    const [first] = standOf(recordOf(900, [55, 55, 55]), family('one'), 0.1).correlations;
    assert.ok((first ?? 1) < 0.12, `${first}`);
  });

  it('gives near-copies one voice', () => {
    const crowd = world('crowd', [0.51, 0.51, 0.51, 0.51, 0.6], { copies: 4 });
    const { record } = walkWorld(crowd, { seed: 5, decisions: 900 });
    const { voters } = standOf(record, Object.values(membersOf(crowd)), WORLD_COST);
    assert.ok((voters[4]?.share ?? 0) > 0.7);
  });
});

describe('shares', () => {
  it('get the most edge for their risk', () => {
    // Independent voters: in proportion to their edges, above a floor of 0.05 each.
    const shares = sharesOf([0.1, 0.2], [0]);
    near(shares[0], 0.05 + (0.9 * 1) / 3, 1e-6);
    near(shares[1], 0.05 + (0.9 * 2) / 3, 1e-6);
  });

  it('give nothing but the floor to one that only repeats a better one', () => {
    const shares = sharesOf([0.1, 0.2], [0.9]);
    near(shares[0], 0.05, 1e-6);
  });

  it('are equal where nobody has an edge', () => {
    for (const share of sharesOf([-0.1, 0, -0.2], [0.5, 0.5, 0.5])) near(share, 1 / 3, 1e-6);
  });
});

describe('the bound of the pool', () => {
  const skilled = world('skilled', [0.6, 0.6, 0.6], {});
  const members = membersOf(skilled);

  /** The votes of a skilled panel, with what came after them or with what came after others. */
  function boundAfter(seed: number, shuffled: boolean): number {
    const random = createRandom(seed);
    const moments = momentsOf(skilled, seed)
      .take(600)
      .map(({ touch, votes }) => ({ votes, touch, order: random() }))
      .toArray();
    const touches = shuffled ? moments.toSorted((one, other) => one.order - other.order) : moments;
    const record = emptyRecord();
    for (const [at, { votes }] of moments.entries()) {
      const { strength } = decide(votes, WORLD_COST, { record, members });
      const cast = votes.map(({ analyst: key, action }) => ({
        key,
        side: action === 'HOLD' ? null : action,
      }));
      learn(record, {
        touch: touches[at]?.touch ?? 'up',
        bar: 24 * at,
        votes: cast,
        pool: strength,
      });
    }
    return standOf(record, Object.values(members), WORLD_COST).slopeLow;
  }

  it('is above the costs for skill, and below them for the same votes with shuffled outcomes', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      assert.ok(boundAfter(seed, false) > WORLD_COST, `${seed}: ${boundAfter(seed, false)}`);
      assert.ok(boundAfter(seed, true) < WORLD_COST, `${seed}: ${boundAfter(seed, true)}`);
    }
  });

  it('comes from outcomes that are later than the weights: in hindsight coins look skilled', () => {
    const coins = world(
      'coins',
      Array.from({ length: 12 }, () => 0.5),
      {},
    );
    for (const seed of [1, 2, 3, 4, 5]) {
      const { record } = walkWorld(coins, { seed, decisions: 500 });
      const { voters, slopeLow } = standOf(record, Object.values(membersOf(coins)), WORLD_COST);
      const best = Math.max(...voters.map(({ edge }) => edge));
      assert.ok(best > 0, `the best of twelve coins seems to have an edge of ${best}`);
      assert.ok(slopeLow < WORLD_COST, `${slopeLow}`);
    }
  });
});
