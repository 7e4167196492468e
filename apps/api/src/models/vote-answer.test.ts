import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { snapshotField } from '@quorate/trading/analysts/grounded';
import fc from 'fast-check';
import { aQuestion } from '../../test/helpers/fake-models/a-panel.ts';
import { goodVote } from '../../test/helpers/fake-models/good-vote.ts';
import { voteAnswer, voteFrom } from './vote-answer.ts';
import { firstPrompt } from './vote-prompt.ts';

const question = aQuestion();
const model = { name: 'gpt', model: 'gpt-5-mini' };
const good = voteAnswer.parse(goodVote(firstPrompt(question)));

describe('a model’s answer', () => {
  it('is a vote where it is in form and every figure stands in the snapshot', () => {
    const { vote, fault } = voteFrom(model, good, question);
    assert.equal(fault, null);
    assert.deepEqual([vote.analyst, vote.model, vote.abstained], ['gpt', 'gpt-5-mini', false]);
  });

  it('has no stops when it holds', () => {
    const { vote } = voteFrom(model, { ...good, action: 'HOLD', p_up: 0.5 }, question);
    assert.deepEqual([vote.abstained, vote.stopLossAtr, vote.takeProfitAtr], [false, null, null]);
  });

  it('gives six figures at most', () => {
    const [piece] = good.evidence;
    assert.ok(piece);
    const count = (length: number) =>
      voteFrom(model, { ...good, evidence: Array.from({ length }, () => piece) }, question);
    assert.equal(count(6).fault, null);
    assert.equal(count(7).fault, 'malformed');
    assert.equal(count(7).vote.reason, 'Abstained: it gives 7 pieces of evidence, the limit is 6.');
  });

  it('is no vote without a word of reason', () => {
    for (const reason of ['', ' \n', '\u0000\u200b']) {
      const { vote, fault } = voteFrom(model, { ...good, reason }, question);
      assert.deepEqual(
        [fault, vote.abstained, vote.reason],
        ['malformed', true, 'Abstained: it gives no reason.'],
      );
      const silent = voteFrom(model, { ...good, reason, abstain: true }, question);
      assert.deepEqual(
        [silent.fault, silent.vote.abstained, silent.vote.reason],
        [null, true, 'Abstained: it gives no reason.'],
      );
    }
  });

  it('never counts with anything in it that is not so, whatever it says', () => {
    const mostly = <T>(sound: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(sound) }, { weight: 1, arbitrary: other });
    const anything = fc.record({
      snapshot_hash: mostly(question.snapshotHash, fc.string()),
      action: fc.constantFrom('BUY' as const, 'SELL' as const, 'HOLD' as const),
      p_up: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100) },
        { weight: 1, arbitrary: fc.double() },
      ),
      sl_atr: mostly<number | null>(1.5, fc.oneof(fc.double(), fc.constant(null))),
      tp_atr: mostly<number | null>(3, fc.oneof(fc.double({ min: 0, max: 20 }), fc.double())),
      evidence: fc.array(
        mostly(
          { field: 'session', value: 'europe' } as { field: string; value: number | string },
          fc.record({ field: fc.string(), value: fc.oneof(fc.double(), fc.string()) }),
        ),
        { maxLength: 8 },
      ),
      reason: mostly('because', fc.string({ unit: 'binary', maxLength: 400 })),
      abstain: mostly(false, fc.constant(true)),
    });
    let voted = 0;
    fc.assert(
      fc.property(anything, (answer) => {
        const { vote, fault } = voteFrom(model, answer, question);
        assert.ok(vote.reason.length >= 1 && vote.reason.length <= 280);
        assert.doesNotMatch(vote.reason, /\p{C}/u);
        if (vote.abstained) {
          assert.deepEqual([vote.action, vote.pUp, vote.stopLossAtr], ['HOLD', 0.5, null]);
          return;
        }
        voted += 1;
        assert.equal(fault, null);
        assert.equal(answer.snapshot_hash, question.snapshotHash);
        assert.ok(vote.pUp >= 0.01 && vote.pUp <= 0.99);
        for (const { field, value } of vote.evidence)
          assert.equal(snapshotField(question.snapshot, field), value);
        if (vote.action === 'HOLD') return;
        assert.ok(vote.evidence.length >= 1 && vote.evidence.length <= 6);
        assert.ok(Number(vote.stopLossAtr) >= 0.5 && Number(vote.stopLossAtr) <= 4);
      }),
      { numRuns: 5_000, seed: 7 },
    );
    assert.ok(voted > 500 && voted < 4_500, `${voted}`);
  });
});
