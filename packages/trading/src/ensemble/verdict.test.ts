import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import type { Vote } from '../analysts/vote.ts';
import { canonicalJson } from '../market/canonical-json.ts';
import { aSnapshot, aVote } from '../testing/builders.ts';
import { costAtrOf } from './expected-value.ts';
import { emptyRecord, type LearnedRecord, learn } from './learned-record.ts';
import { decide, type Learned } from './verdict.ts';
import { DEFAULT_LIMITS, LEARNING_LIMITS as LEARNING } from './verdict-rules.ts';

const buy = (analyst: string, changes: Partial<Vote> = {}) => aVote({ analyst, ...changes });
const sell = (analyst: string, changes: Partial<Vote> = {}) =>
  aVote({ analyst, action: 'SELL', pUp: 0.4, ...changes });
const hold = (analyst: string) =>
  aVote({ analyst, action: 'HOLD', pUp: 0.5, stopLossAtr: null, takeProfitAtr: null });

const NOTHING: Learned = { record: emptyRecord(), members: {} };

const learningOf = (votes: readonly Vote[], cost = 0.1) => decide(votes, cost, NOTHING, LEARNING);
const failed = (votes: readonly Vote[], cost = 0.1) =>
  learningOf(votes, cost)
    .rules.filter((rule) => !rule.pass)
    .map((rule) => rule.name);

/** A record of voters a, b and c that were right in so many of ten outcomes, each in its own turns. */
function recordOf(outcomes: number, tenths: Readonly<Record<string, number>>): LearnedRecord {
  const record = emptyRecord();
  for (let at = 0; at < outcomes; at += 1)
    learn(record, {
      touch: 'up',
      bar: 24 * at,
      pool: Math.floor((7 * at) / 10) % 10 < 7 ? 0.6 : -0.6,
      votes: Object.entries(tenths).map(([key, right], voter) => ({
        key,
        side: (at * (2 * voter + 1) + Math.floor(at / 10) * voter) % 10 < right ? 'BUY' : 'SELL',
      })),
    });
  return record;
}

describe('while learning', () => {
  // @spec 1.1
  it('two of three that agree make a trade, with the figures of every rule', () => {
    const verdict = learningOf([buy('a'), buy('b'), hold('c')], 0.13);
    assert.equal(verdict.action, 'BUY');
    // The mean of ln(1.5), ln(1.5) and 0, turned back into a probability.
    assert.equal(verdict.pUp, 0.5672);
    assert.deepEqual([verdict.agreeing, verdict.quorum, verdict.voters], [2, 3, 3]);
    assert.deepEqual([verdict.agreement, verdict.effectiveVoters], ['several', 1.33]);
    assert.deepEqual([verdict.stopLossAtr, verdict.takeProfitAtr], [1.5, 3]);
    assert.deepEqual(
      verdict.rules.map(({ name, limit, pass }) => [name, limit, pass]),
      [
        ['voters', 3, true],
        ['direction', 1, true],
        ['agreement', 1.3, true],
        ['expected_r', 0, true],
      ],
    );
    assert.match(
      verdict.reason,
      /^2 of 3 analysts agree on BUY, worth 1\.33 independent voices; by what they state: chance of one ATR up first 56\.7%, 0\.\d+ R after costs\.$/,
    );
  });

  it('a sale is the mirror of a purchase', () => {
    const up = learningOf([buy('a'), buy('b', { pUp: 0.57 }), hold('c')]);
    const down = learningOf([sell('a'), sell('b', { pUp: 0.43 }), hold('c')]);
    assert.equal(down.action, 'SELL');
    assert.equal(down.pUp.toFixed(4), (1 - up.pUp).toFixed(4));
    assert.deepEqual(down.rules, up.rules);
  });

  it('one voice is no agreement, however sure', () => {
    const votes = [buy('a', { pUp: 0.65 }), hold('b'), hold('c')];
    assert.deepEqual(failed(votes), ['agreement']);
    assert.equal(
      learningOf(votes).reason,
      'Hold: 1 of 3 analysts ask for BUY, worth 1 independent voices; 1.3 are needed.',
    );
  });

  it('two models of one maker are one voice until their errors say otherwise', () => {
    const members = {
      a: { key: 'a', family: 'one' },
      b: { key: 'b', family: 'one' },
      c: { key: 'c', family: 'other' },
    };
    const alike = decide(
      [buy('a'), buy('b'), hold('c')],
      0.1,
      { record: emptyRecord(), members },
      LEARNING,
    );
    assert.deepEqual([alike.action, alike.effectiveVoters], ['HOLD', 1.11]);
    const apart = decide(
      [buy('a'), hold('b'), buy('c')],
      0.1,
      { record: emptyRecord(), members },
      LEARNING,
    );
    assert.deepEqual([apart.action, apart.effectiveVoters], ['BUY', 1.33]);
  });

  it('costs that eat the expected value make a hold that says so', () => {
    const verdict = learningOf([buy('a', { pUp: 0.51 }), buy('b', { pUp: 0.51 }), hold('c')], 0.3);
    assert.equal(verdict.action, 'HOLD');
    assert.match(
      verdict.reason,
      /^Hold: BUY is worth -0\.\d+ R after costs, at least 0 R is needed\.$/,
    );
  });
});

describe('by the record', () => {
  const votes = [buy('a'), buy('b'), sell('c')];

  it('nothing is traded before 300 outcomes, however good they are', () => {
    const early = decide(votes, 0.05, { record: recordOf(299, { a: 8, b: 8, c: 5 }), members: {} });
    assert.deepEqual([early.action, early.outcomes], ['HOLD', 299]);
    assert.equal(
      early.reason,
      'Hold: 299 of 300 outcomes are known; before that nothing is proven.',
    );
    const later = decide(votes, 0.05, { record: recordOf(300, { a: 8, b: 8, c: 5 }), members: {} });
    assert.deepEqual([later.action, later.mode], ['BUY', 'proven']);
    assert.match(later.reason, /by 300 outcomes: .* at least \d\.\d+ R with 80% confidence\.$/);
  });

  it('the owner says how sure the bound has to be, and the reason repeats it', () => {
    const learned = { record: recordOf(400, { a: 6, b: 6, c: 5 }), members: {} };
    const costAtr = 2.1;
    const at = (confidencePercent: number) =>
      decide(votes, costAtr, learned, { ...DEFAULT_LIMITS, confidencePercent });
    const [bold, usual, careful] = [60, 80, 95].map(at);
    assert.ok((bold?.expectedRLow ?? 0) > (usual?.expectedRLow ?? 0));
    assert.ok((usual?.expectedRLow ?? 0) > (careful?.expectedRLow ?? 0));
    assert.deepEqual(usual, decide(votes, costAtr, learned));
    assert.match(bold?.reason ?? '', /with 60% confidence\.$/);
    assert.deepEqual([usual?.action, careful?.action], ['BUY', 'HOLD']);
  });

  it('one voter of proven skill carries a trade, if nobody who has shown more is against it', () => {
    const record = recordOf(600, { a: 5, b: 5, c: 8 });
    const alone = decide([hold('a'), hold('b'), sell('c')], 0.05, { record, members: {} });
    assert.deepEqual(
      [alone.action, alone.agreement, alone.effectiveVoters],
      ['SELL', 'one_proven', 1],
    );
    assert.match(alone.reason, /^One analyst of proven skill asks for SELL; /);
    const off = { ...DEFAULT_LIMITS, oneProven: false };
    assert.equal(
      decide([hold('a'), hold('b'), sell('c')], 0.05, { record, members: {} }, off).action,
      'HOLD',
    );
  });

  it('one that is surely wrong counts for the other direction', () => {
    const record = recordOf(600, { a: 2, b: 5, c: 5 });
    const { shares, action } = decide([sell('a'), hold('b'), buy('c')], 0.05, {
      record,
      members: {},
    });
    assert.deepEqual([action, shares[0]?.turned], ['BUY', true]);
    assert.ok((shares[0]?.pUp ?? 0) > 0.6, 'its vote to sell stands for a rise');
  });

  it('a pool without an edge holds and says so', () => {
    const record = recordOf(600, { a: 5, b: 5, c: 5 });
    record.pool.scores = 0;
    const { action, reason } = decide([buy('a'), buy('b'), buy('c')], 0.05, {
      record,
      members: {},
    });
    assert.deepEqual([action, /is worth|no edge is shown/.test(reason)], ['HOLD', true]);
  });
});

test('an abstention counts neither as a voter nor in the pool', () => {
  const votes = [buy('a'), buy('b'), buy('c', { abstained: true, pUp: 0.99 })];
  assert.deepEqual(failed(votes), ['voters']);
  const { voters, pUp, action } = learningOf(votes);
  assert.deepEqual([voters, pUp, action], [2, 0.6, 'HOLD']);
});

test('nobody voted: hold at one half', () => {
  for (const limits of [LEARNING, DEFAULT_LIMITS]) {
    const verdict = decide([], 0.1, NOTHING, limits);
    assert.deepEqual(
      [verdict.action, verdict.pUp, verdict.voters, verdict.agreeing, verdict.stopLossAtr],
      ['HOLD', 0.5, 0, 0, null],
    );
  }
});

test('a tie is a hold', () => {
  const votes = [buy('a', { pUp: 0.7 }), sell('b', { pUp: 0.3 }), hold('c')];
  assert.ok(failed(votes).includes('direction'));
  assert.equal(learningOf(votes, 0).action, 'HOLD');
});

test('stops are the medians of those who agree, whatever the others want', () => {
  const votes = [
    buy('a', { stopLossAtr: 1, takeProfitAtr: 2 }),
    buy('b', { stopLossAtr: 2, takeProfitAtr: 5 }),
    sell('c', { stopLossAtr: 4, takeProfitAtr: 9, pUp: 0.49 }),
  ];
  const { stopLossAtr, takeProfitAtr, action } = learningOf(votes, 0.05);
  assert.deepEqual([action, stopLossAtr, takeProfitAtr], ['BUY', 1.5, 3.5]);
  const three = [...votes.slice(0, 2), buy('d', { stopLossAtr: 1.1, takeProfitAtr: 2.2 })];
  assert.equal(learningOf(three, 0.05).stopLossAtr, 1.1);
});

test('votes to trade that name no stops make no trade', () => {
  const bare = { stopLossAtr: null, takeProfitAtr: null };
  const { action, reason } = learningOf([buy('a', bare), buy('b', bare), buy('c', bare)]);
  assert.deepEqual([action, reason], ['HOLD', 'Hold: nobody names a stop and a target.']);
});

test('nobody is so sure as to outvote everyone', () => {
  const pUpOf = (pUp: number) =>
    learningOf([buy('a', { pUp }), sell('b', { pUp: 0.2 }), sell('c', { pUp: 0.2 })], 0).pUp;
  assert.equal(pUpOf(1), pUpOf(0.99));
});

test('the same votes in any order make the same verdict, byte for byte', () => {
  const draft = fc.record({
    pUp: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    action: fc.constantFrom('BUY' as const, 'SELL' as const, 'HOLD' as const),
    stop: fc.integer({ min: 5, max: 40 }),
    abstained: fc.boolean(),
    family: fc.constantFrom('x', 'y', 'z'),
    rank: fc.nat(),
  });
  const record = recordOf(500, { a0: 6, a1: 5, a2: 3, a3: 5, a4: 7 });
  fc.assert(
    fc.property(
      fc.array(draft, { maxLength: 7 }),
      fc.constantFrom(DEFAULT_LIMITS, LEARNING),
      (drafts, limits) => {
        const ranked = drafts.map(({ pUp, action, stop, abstained, rank }, i) => ({
          vote: aVote({
            analyst: `a${i}`,
            pUp,
            action,
            stopLossAtr: stop / 10,
            takeProfitAtr: stop / 4,
            abstained,
          }),
          rank,
        }));
        const members = Object.fromEntries(
          drafts.map(({ family }, i) => [`a${i}`, { key: `a${i}`, family }] as const),
        );
        const bytesOf = (each: typeof ranked) => {
          const votes = each.map((cast) => cast.vote);
          const verdict = decide(votes, 0.1, { record, members }, limits);
          const shares = verdict.shares.toSorted((a, b) => (a.analyst < b.analyst ? -1 : 1));
          return canonicalJson({ ...verdict, shares });
        };
        const shuffled = ranked.toSorted((a, b) => a.rank - b.rank);
        assert.equal(bytesOf(shuffled), bytesOf(ranked));
        assert.equal(bytesOf(ranked.toReversed()), bytesOf(ranked));
      },
    ),
    { numRuns: 500 },
  );
});

test('a verdict to trade keeps every rule, and a broken rule never trades', () => {
  const p = fc.double({ min: 0.3, max: 0.7, noNaN: true });
  const records = [emptyRecord(), recordOf(600, { a0: 7, a1: 6, a2: 3 })];
  fc.assert(
    fc.property(
      fc.array(p, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...records),
      fc.constantFrom(DEFAULT_LIMITS, LEARNING),
      (chances, cost, record, limits) => {
        const votes = chances.map((pUp, i) =>
          pUp > 0.5 ? buy(`a${i}`, { pUp }) : sell(`a${i}`, { pUp }),
        );
        const verdict = decide(votes, cost, { record, members: {} }, limits);
        assert.equal(
          verdict.action !== 'HOLD',
          verdict.rules.every((rule) => rule.pass),
        );
        if (verdict.action === 'HOLD') return;
        assert.ok(verdict.agreement !== null && verdict.voters >= 3);
        assert.equal(verdict.pUp > 0.5, verdict.action === 'BUY');
      },
    ),
  );
});

test('the cost of a round trip is the spread and the commission in ATR', () => {
  assert.equal(costAtrOf(aSnapshot(), 8), 20 / 150);
});
