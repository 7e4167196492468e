import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Vote } from '../analysts/vote.ts';
import { canonicalJson } from '../market/canonical-json.ts';
import { aSnapshot, aVote } from '../testing/builders.ts';
import { costAtrOf, DEFAULT_ENSEMBLE, decide } from './ensemble.ts';

const buy = (analyst: string, changes: Partial<Vote> = {}) => aVote({ analyst, ...changes });
const sell = (analyst: string, changes: Partial<Vote> = {}) =>
  aVote({ analyst, action: 'SELL', pUp: 0.4, ...changes });
const hold = (analyst: string) =>
  aVote({ analyst, action: 'HOLD', pUp: 0.5, stopLossAtr: null, takeProfitAtr: null });
const failed = (votes: readonly Vote[], cost = 0.1) =>
  decide(votes, cost)
    .rules.filter((rule) => !rule.pass)
    .map((rule) => rule.name);

// @spec 1.1
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

test('a voter that guesses carries no trade, but is a voter', () => {
  const votes = [buy('a'), buy('guesser'), hold('c')];
  const good = { family: 'x', outcomes: 900, brier: 0.24, merit: 0.008, platt: null };
  const guesser = { family: 'y', outcomes: 900, brier: 0.2502, merit: 0, platt: null };
  const trust = { a: good, c: { ...good, family: 'z' }, guesser };
  const verdict = decide(votes, 0.1, { ...DEFAULT_ENSEMBLE, trust });
  assert.deepEqual(
    [verdict.action, verdict.voters, verdict.agreeing, verdict.shares[1]],
    ['HOLD', 3, 1, { analyst: 'guesser', share: 0, pUp: 0.6 }],
  );
  assert.equal(verdict.reason, 'Hold: 1 of 3 voters agree on a direction, 2 must.');
  assert.equal(decide(votes, 0.1).action, 'BUY');
});

test('chances that are overconfident by their record lose a trade that they would have made', () => {
  const votes = [buy('a', { pUp: 0.7 }), buy('b', { pUp: 0.7 }), hold('c')];
  const shouter = { outcomes: 200, brier: 0.25, merit: 0, platt: { slope: 0.1, offset: 0 } };
  const trust = { a: { ...shouter, family: 'x' }, b: { ...shouter, family: 'y' } };
  assert.equal(decide(votes, 0.3).action, 'BUY');
  const { action, pUp, reason } = decide(votes, 0.3, { ...DEFAULT_ENSEMBLE, trust });
  // ln(7/3) / 10 = 0.084730: 0.5212 as pooled, twice, beside 0.5.
  assert.deepEqual([action, pUp], ['HOLD', 0.5141]);
  assert.match(reason, /^Hold: BUY is worth -?0\.\d+ R after costs/);
});

test('a pool that was too sure by its record loses a trade, and one that was too timid gains one', () => {
  const verdict = (pUp: number, poolSlope: number) =>
    decide([buy('a', { pUp }), buy('b', { pUp }), hold('c')], 0.2, {
      ...DEFAULT_ENSEMBLE,
      poolSlope,
    });
  assert.deepEqual([verdict(0.6, 1).action, verdict(0.6, 0.2).action], ['BUY', 'HOLD']);
  assert.deepEqual([verdict(0.53, 1).action, verdict(0.53, 3).action], ['HOLD', 'BUY']);
  // The mean of 0.405465 twice and 0, times 2.
  assert.equal(verdict(0.6, 2).pUp, 0.632);
});

test('votes to trade that name no stops make no trade', () => {
  const bare = { stopLossAtr: null, takeProfitAtr: null };
  const { action, reason } = decide([buy('a', bare), buy('b', bare), buy('c', bare)], 0.1);
  assert.deepEqual([action, reason], ['HOLD', 'Hold: nobody names a stop and a target.']);
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

test('the same votes in any order make the same verdict, byte for byte', () => {
  const vote = fc.record({
    pUp: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    action: fc.constantFrom('BUY' as const, 'SELL' as const, 'HOLD' as const),
    stop: fc.integer({ min: 5, max: 40 }),
    abstained: fc.boolean(),
    trust: fc.option(
      fc.record({
        family: fc.constantFrom('x', 'y', 'z'),
        outcomes: fc.nat(2_000),
        brier: fc.constant(0.24),
        merit: fc.nat(50_000).map((millionths) => millionths / 1e6),
        platt: fc.option(
          fc.record({
            slope: fc.double({ min: 0, max: 2, noNaN: true }),
            offset: fc.double({ min: -1, max: 1, noNaN: true }),
          }),
        ),
      }),
    ),
    rank: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(vote, { maxLength: 9 }), (drafts) => {
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
      const known = drafts.flatMap(({ trust }, i) => (trust ? [[`a${i}`, trust] as const] : []));
      const options = { ...DEFAULT_ENSEMBLE, trust: Object.fromEntries(known) };
      const bytesOf = (each: typeof ranked) => {
        const verdict = decide(
          each.map((cast) => cast.vote),
          0.1,
          options,
        );
        const shares = verdict.shares.toSorted((a, b) => (a.analyst < b.analyst ? -1 : 1));
        return canonicalJson({ ...verdict, shares });
      };
      const shuffled = ranked.toSorted((a, b) => a.rank - b.rank);
      assert.equal(bytesOf(shuffled), bytesOf(ranked));
      assert.equal(bytesOf(ranked.toReversed()), bytesOf(ranked));
    }),
    { numRuns: 500 },
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
