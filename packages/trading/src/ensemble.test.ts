import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { costAtrOf, DEFAULT_ENSEMBLE, decide } from './ensemble.ts';
import { aSnapshot, aVote } from './testing/builders.ts';
import type { Vote } from './vote.ts';

const buy = (analyst: string, changes: Partial<Vote> = {}) => aVote({ analyst, ...changes });
const sell = (analyst: string, changes: Partial<Vote> = {}) =>
  aVote({ analyst, action: 'SELL', pUp: 0.4, ...changes });
const hold = (analyst: string) =>
  aVote({ analyst, action: 'HOLD', pUp: 0.5, stopLossAtr: null, takeProfitAtr: null });
const failed = (votes: readonly Vote[], cost = 0.1) =>
  decide(votes, cost)
    .rules.filter((rule) => !rule.pass)
    .map((rule) => rule.name);

test('two of three that agree make a trade, with the figures of every rule', () => {
  const verdict = decide([buy('a'), buy('b'), hold('c')], 0.13);
  assert.equal(verdict.action, 'BUY');
  // The mean of ln(1.5), ln(1.5) and 0, turned back into a probability.
  assert.equal(verdict.pUp, 0.5672);
  assert.deepEqual([verdict.agreeing, verdict.quorum, verdict.voters], [2, 2, 3]);
  assert.deepEqual([verdict.stopLossAtr, verdict.takeProfitAtr], [1.5, 3]);
  assert.deepEqual(
    verdict.rules.map(({ name, limit, pass }) => [name, limit, pass]),
    [
      ['voters', 3, true],
      ['agreeing', 2, true],
      ['majority', 1, true],
      ['dispersion', 0.2, true],
      ['probability', 0.5, true],
      ['expected_r', 0.1, true],
    ],
  );
  assert.match(
    verdict.reason,
    /^2 of 3 voters agree on BUY; chance of one ATR up first 56\.7%, expected value 0\.\d+ R after costs\.$/,
  );
});

test('a sale is the mirror of a purchase', () => {
  const up = decide([buy('a'), buy('b', { pUp: 0.57 }), hold('c')], 0.1);
  const down = decide([sell('a'), sell('b', { pUp: 0.43 }), hold('c')], 0.1);
  assert.equal(down.action, 'SELL');
  assert.equal(down.pUp.toFixed(4), (1 - up.pUp).toFixed(4));
  assert.deepEqual(down.rules, up.rules);
});

test('one voice is no quorum, however sure', () => {
  assert.equal(decide([buy('a', { pUp: 0.65 }), hold('b'), hold('c')], 0.1).action, 'HOLD');
  assert.deepEqual(failed([buy('a', { pUp: 0.65 }), hold('b'), hold('c')]), ['agreeing']);
  assert.match(
    decide([buy('a', { pUp: 0.65 }), hold('b'), hold('c')], 0.1).reason,
    /1 of 3 voters agree on a direction, 2 must/,
  );
});

test('an abstention counts neither as a voter nor in the pool', () => {
  const votes = [buy('a'), buy('b'), buy('c', { abstained: true, pUp: 0.99 })];
  assert.deepEqual(failed(votes), ['voters']);
  const { voters, pUp, action } = decide(votes, 0.1);
  assert.deepEqual([voters, pUp, action], [2, 0.6, 'HOLD']);
});

test('nobody voted: hold at one half', () => {
  const verdict = decide([], 0.1);
  assert.deepEqual(
    [verdict.action, verdict.pUp, verdict.voters, verdict.agreeing],
    ['HOLD', 0.5, 0, 0],
  );
  assert.equal(verdict.stopLossAtr, null);
});

test('a tie is a hold', () => {
  const votes = [
    buy('a', { pUp: 0.7 }),
    buy('b', { pUp: 0.7 }),
    sell('c', { pUp: 0.45 }),
    sell('d', { pUp: 0.45 }),
  ];
  assert.ok(failed(votes).includes('majority'));
  assert.equal(decide(votes, 0).action, 'HOLD');
});

test('costs that eat the expected value make a hold that says so', () => {
  const verdict = decide([buy('a', { pUp: 0.53 }), buy('b', { pUp: 0.53 }), hold('c')], 0.2);
  assert.equal(verdict.action, 'HOLD');
  assert.match(
    verdict.reason,
    /^Hold: BUY is worth -?0\.\d+ R after costs, at least 0\.1 R is needed\.$/,
  );
});

test('voters that are far apart make a hold', () => {
  assert.ok(
    failed([buy('a', { pUp: 0.95 }), buy('b', { pUp: 0.9 }), sell('c', { pUp: 0.1 })]).includes(
      'dispersion',
    ),
  );
});

test('stops are the medians of those who agree, whatever the others want', () => {
  const votes = [
    buy('a', { stopLossAtr: 1, takeProfitAtr: 2 }),
    buy('b', { stopLossAtr: 2, takeProfitAtr: 5 }),
    sell('c', { stopLossAtr: 4, takeProfitAtr: 9, pUp: 0.49 }),
  ];
  const { stopLossAtr, takeProfitAtr, action } = decide(votes, 0.05);
  assert.deepEqual([action, stopLossAtr, takeProfitAtr], ['BUY', 1.5, 3.5]);
  const three = [...votes.slice(0, 2), buy('d', { stopLossAtr: 1.1, takeProfitAtr: 2.2 })];
  assert.equal(decide(three, 0.05).stopLossAtr, 1.1);
});

test('a weight of nothing takes an analyst out of the pool', () => {
  const votes = [buy('a', { pUp: 0.6 }), buy('b', { pUp: 0.6 }), sell('c', { pUp: 0.3 })];
  const options = { ...DEFAULT_ENSEMBLE, weights: { c: 0 } };
  assert.equal(decide(votes, 0.1, options).pUp, 0.6);
  assert.ok(decide(votes, 0.1).pUp < 0.6);
});

test('nobody is so sure as to outvote everyone', () => {
  const certain = decide(
    [buy('a', { pUp: 1 }), sell('b', { pUp: 0.2 }), sell('c', { pUp: 0.2 })],
    0,
  );
  const nearly = decide(
    [buy('a', { pUp: 0.99 }), sell('b', { pUp: 0.2 }), sell('c', { pUp: 0.2 })],
    0,
  );
  assert.equal(certain.pUp, nearly.pUp);
});

test('the order in which votes arrive changes nothing', () => {
  const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  const vote = fc.record({
    pUp: p,
    action: fc.constantFrom('BUY' as const, 'SELL' as const, 'HOLD' as const),
    stop: fc.integer({ min: 5, max: 40 }),
    abstained: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(vote, { maxLength: 7 }),
      fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
      (drafts, order) => {
        const votes = drafts.map(({ pUp, action, stop, abstained }, i) =>
          aVote({
            analyst: `a${i}`,
            pUp,
            action,
            stopLossAtr: stop / 10,
            takeProfitAtr: stop / 4,
            abstained,
          }),
        );
        const shuffled = votes
          .map((each, i) => ({ each, rank: order[i] ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ each }) => each);
        assert.deepEqual(decide(shuffled, 0.1), decide(votes, 0.1));
      },
    ),
  );
});

test('a verdict to trade keeps every rule, and a broken rule never trades', () => {
  const p = fc.double({ min: 0.3, max: 0.7, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(p, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (chances, cost) => {
        const votes = chances.map((pUp, i) =>
          pUp > 0.5 ? buy(`a${i}`, { pUp }) : sell(`a${i}`, { pUp }),
        );
        const verdict = decide(votes, cost);
        assert.equal(
          verdict.action !== 'HOLD',
          verdict.rules.every((rule) => rule.pass),
        );
        if (verdict.action === 'HOLD') return;
        assert.ok(verdict.agreeing >= 2 && verdict.voters >= 3);
        assert.equal(verdict.pUp > 0.5, verdict.action === 'BUY');
      },
    ),
  );
});

test('the cost of a round trip is the spread and the commission in ATR', () => {
  assert.equal(costAtrOf(aSnapshot(), 8), 20 / 150);
});
