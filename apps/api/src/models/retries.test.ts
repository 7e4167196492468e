import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aModel, aPanel, aQuestion, nobodyLeaves } from '../../test/helpers/fake-models/a-panel.ts';
import { type Behaviour, startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../test/helpers/fake-models/formats.ts';
import { createRetryBudget } from './retry-budget.ts';

const RETRIED: readonly (readonly [string, Behaviour])[] = [
  ['answers 429', { kind: 'status', status: 429 }],
  ['answers 503', { kind: 'status', status: 503 }],
  ['breaks off', { kind: 'broken-off' }],
];
const FINAL: readonly (readonly [string, Behaviour])[] = [
  ['answers 401', { kind: 'status', status: 401 }],
  ['answers out of form', { kind: 'text', text: 'hm' }],
  ['sends us elsewhere', { kind: 'status', status: 302, headers: { location: '/' } }],
];

// Each has a server of its own, and waits most of its time.
describe('asking again', { concurrency: 8 }, () => {
  for (const format of FORMATS) {
    for (const [what, behaviour] of RETRIED)
      it(`makes a vote of a provider that ${what} twice (${format})`, async (t) => {
        const fake = await startFakeModels(t);
        fake.behave = (_, count) => (count <= 2 ? behaviour : { kind: 'vote' });
        const { panel, faults } = aPanel([aModel(fake, format)]);
        const question = aQuestion();
        const [vote] = await panel.ask(question, nobodyLeaves());
        assert.equal(vote?.fault, null);
        assert.equal(fake.asked.length, 3);
        assert.equal(faults.length, 2);
        assert.ok(vote.tokens <= panel.estimateOf(question).all, 'failures cost nothing');
      });

    it(`ends after two more tries (${format})`, async (t) => {
      const fake = await startFakeModels(t);
      fake.behave = () => ({ kind: 'status', status: 500 });
      const { panel } = aPanel([aModel(fake, format)]);
      const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
      assert.equal(vote?.fault, 'provider_error');
      assert.equal(fake.asked.length, 3);
    });

    for (const [what, behaviour] of FINAL)
      it(`is not tried where the provider ${what} (${format})`, async (t) => {
        const fake = await startFakeModels(t);
        fake.behave = () => behaviour;
        const { panel } = aPanel([aModel(fake, format)]);
        await panel.ask(aQuestion(), nobodyLeaves());
        assert.equal(fake.asked.length, 1);
      });
  }

  it('waits as long as the provider asks for, and not where that is beyond the deadline', async (t) => {
    const fake = await startFakeModels(t);
    const busy = (seconds: string): Behaviour => ({
      kind: 'status',
      status: 429,
      headers: { 'retry-after': seconds },
    });
    fake.behave = (_, count) => (count === 1 ? busy('1') : { kind: 'vote' });
    const { panel } = aPanel([aModel(fake, 'anthropic')], { deadlineMs: 4_000 });
    const begun = performance.now();
    const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.equal(vote?.fault, null);
    assert.ok(performance.now() - begun >= 990);
    fake.behave = () => busy('5');
    const again = performance.now();
    const [late] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.equal(late?.fault, 'rate_limited');
    assert.ok(performance.now() - again < 2_000, 'it does not wait for nothing');
  });

  it('stops when the provider has no retries left, whoever of its models asks', async (t) => {
    const fake = await startFakeModels(t);
    fake.behave = () => ({ kind: 'text', text: 'no vote, but an answer' });
    const models = ['a', 'b'].map((name) => aModel(fake, 'google', { name }));
    const { panel } = aPanel(models);
    let failures = 0;
    // Every other call fails, so that the provider is never left alone.
    fake.behave = (_, count) => {
      if (count % 2 === 0) return { kind: 'vote' };
      failures += 1;
      return { kind: 'status', status: 503 };
    };
    for (let count = 0; count < 8; count += 1)
      await panel.ask(aQuestion({ only: ['a'] }), nobodyLeaves());
    const [vote] = await panel.ask(aQuestion({ only: ['b'] }), nobodyLeaves());
    assert.ok(failures >= 7);
    assert.equal(vote?.fault, 'provider_error');
  });
});

describe('the retry budget', () => {
  it('has five at first, and one more for every five calls', () => {
    const budget = createRetryBudget();
    const take = () => Array.from({ length: 20 }, budget.take).filter(Boolean).length;
    assert.equal(take(), 5);
    for (let call = 0; call < 4; call += 1) budget.noteCall();
    assert.equal(budget.take(), false);
    budget.noteCall();
    assert.equal(take(), 1);
    for (let call = 0; call < 1_000; call += 1) budget.noteCall();
    assert.equal(take(), 5, 'a quiet day saves up no storm');
  });
});
