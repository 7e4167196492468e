import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  blockEffect,
  emptyRecord,
  type LearnedOutcome,
  type LearnedRecord,
  learn,
  mergeRecords,
  pairPlace,
  voterKey,
} from './learned-record.ts';

const outcome = (changes: Partial<LearnedOutcome>): LearnedOutcome => ({
  touch: 'up',
  bar: 0,
  votes: [],
  pool: 0,
  ...changes,
});

function recordOf(outcomes: readonly LearnedOutcome[]): LearnedRecord {
  const record = emptyRecord();
  for (const each of outcomes) learn(record, each);
  return record;
}

const anOutcome = fc.record({
  touch: fc.constantFrom('up' as const, 'down' as const),
  bar: fc.integer({ min: 0, max: 90 }),
  votes: fc.tuple(
    ...['a', 'b', 'c'].map((key) =>
      fc.record({
        key: fc.constant(key),
        side: fc.constantFrom('BUY' as const, 'SELL' as const, null),
      }),
    ),
  ),
  pool: fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100),
});

describe('what outcomes teach', () => {
  it('is who was right, who is right together, and how the pool did', () => {
    const { outcomes, voters, pairs, pool } = recordOf([
      outcome({
        votes: [
          { key: 'a', side: 'BUY' },
          { key: 'b', side: 'SELL' },
        ],
        pool: 0.2,
      }),
      outcome({
        votes: [
          { key: 'a', side: 'BUY' },
          { key: 'b', side: 'BUY' },
        ],
        pool: 0.9,
      }),
      outcome({
        touch: 'down',
        votes: [
          { key: 'b', side: 'BUY' },
          { key: 'a', side: null },
        ],
        pool: 0.4,
      }),
    ]);
    assert.equal(outcomes, 3);
    assert.deepEqual(voters, [
      { key: 'a', votes: 2, right: 2 },
      { key: 'b', votes: 3, right: 1 },
    ]);
    assert.deepEqual(pairs, [{ together: 2, alike: 1 }]);
    assert.deepEqual(
      [pool.outcomes, pool.scores, pool.squares],
      [3, 20 + 90 - 40, 400 + 8100 + 1600],
    );
  });

  it('does not depend on the order in which outcomes become known', () => {
    fc.assert(
      fc.property(fc.array(anOutcome, { maxLength: 40 }), (outcomes) => {
        const ordered = recordOf(outcomes);
        const reversed = recordOf(outcomes.toReversed());
        const named = ({ voters }: LearnedRecord) =>
          voters.toSorted((one, other) => (one.key < other.key ? -1 : 1));
        assert.deepEqual(named(ordered), named(reversed));
        assert.deepEqual(
          [ordered.pool.outcomes, ordered.pool.scores, ordered.pool.squares],
          [reversed.pool.outcomes, reversed.pool.scores, reversed.pool.squares],
        );
        assert.ok(Math.abs(blockEffect(ordered.pool) - blockEffect(reversed.pool)) < 1e-9);
      }),
    );
  });

  it('adds up over records of different outcomes', () => {
    fc.assert(
      fc.property(fc.array(anOutcome), fc.array(anOutcome), (some, others) => {
        const later = others.map((each) => ({ ...each, bar: each.bar + 24_000 }));
        const merged = mergeRecords(recordOf(some), recordOf(later));
        const whole = recordOf([...some, ...later]);
        assert.deepEqual(
          [merged.outcomes, merged.voters, merged.pairs],
          [whole.outcomes, whole.voters, whole.pairs],
        );
        assert.deepEqual(
          [merged.pool.outcomes, merged.pool.scores, merged.pool.squares],
          [whole.pool.outcomes, whole.pool.scores, whole.pool.squares],
        );
        assert.ok(Math.abs(blockEffect(merged.pool) - blockEffect(whole.pool)) < 1e-9);
      }),
    );
  });

  it('survives being stored as JSON', () => {
    const record = recordOf([
      outcome({ votes: [{ key: voterKey('a', 'm', 'p'), side: 'BUY' }], pool: 1 }),
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
  });

  it('keeps pairs of any two voters apart', () => {
    const places = [
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ].map(([a = 0, b = 0]) => pairPlace(a, b));
    assert.deepEqual(places, [0, 1, 2, 3, 4, 5]);
    assert.equal(pairPlace(3, 1), pairPlace(1, 3));
  });
});

describe('outcomes that overlap', () => {
  const coins = (bar: (at: number) => number, right: (at: number) => boolean) =>
    recordOf(
      Array.from({ length: 400 }, (_, at) =>
        outcome({ touch: right(at) ? 'up' : 'down', bar: bar(at), pool: 1 }),
      ),
    ).pool;

  it('widen nothing where each stands alone', () => {
    assert.equal(
      blockEffect(
        coins(
          (at) => 24 * at,
          (at) => at % 2 === 0,
        ),
      ),
      1,
    );
  });

  it('widen by as much as a block repeats itself', () => {
    // Four decisions in each block that all came alike: 100 outcomes told four times.
    const effect = blockEffect(
      coins(
        (at) => 24 * Math.floor(at / 4),
        (at) => Math.floor(at / 4) % 2 === 0,
      ),
    );
    assert.equal(effect, 4);
  });
});
