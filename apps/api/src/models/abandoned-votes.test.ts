import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aModel, aPanel, aQuestion } from '../../test/helpers/fake-models/a-panel.ts';
import { startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../test/helpers/fake-models/formats.ts';
import { VotingAbandonedError } from './panel.ts';
import { countTokens } from './tokens.ts';

describe('a vote that nobody waits for any more', () => {
  // @promise 5.3
  for (const format of FORMATS)
    it(`closes the provider’s connection within a second and counts what it has read (${format})`, async (t) => {
      const fake = await startFakeModels(t);
      fake.behave = () => ({ kind: 'hang' });
      const { panel, faults } = aPanel([aModel(fake, format)]);
      const caller = new AbortController();
      const asking = panel.ask(aQuestion(), caller.signal);
      const refused = assert.rejects(asking, (error) => {
        assert.ok(error instanceof VotingAbandonedError);
        assert.ok(error.tokens >= countTokens(fake.asked[0]?.prompt ?? ''));
        assert.ok(error.tokens <= panel.estimateOf(aQuestion()).all);
        return true;
      });
      await fake.whenAsked(1);
      const left = fake.whenLeft(1);
      const leftAt = performance.now();
      caller.abort();
      await refused;
      assert.ok(performance.now() - leftAt < 1_000);
      assert.ok((await left) - leftAt < 1_000);
      assert.deepEqual(faults, [], 'nothing has failed');
    });

  it('charges what was answered by what it took, and what is under way by what was read', async (t) => {
    const fake = await startFakeModels(t);
    const asksAgain = (prompt: string) => prompt.includes('do not agree');
    fake.behave = ({ format, prompt }) => {
      if (asksAgain(prompt)) return { kind: 'hang' };
      return { kind: 'vote', fields: format === 'google' ? { action: 'SELL', p_up: 0.4 } : {} };
    };
    const settings = [aModel(fake, 'anthropic'), aModel(fake, 'google')];
    const { panel } = aPanel(settings);
    const answered = await panel.ask(aQuestion(), new AbortController().signal);
    const caller = new AbortController();
    const asking = panel.ask(aQuestion({ depth: 'premium' }), caller.signal);
    await fake.whenAsked(6);
    caller.abort();
    const read = fake.asked
      .filter(({ prompt }) => asksAgain(prompt))
      .reduce((sum, { prompt }) => sum + countTokens(prompt), 0);
    const least = answered.reduce((sum, vote) => sum + vote.tokens, read);
    await assert.rejects(asking, (error) => {
      assert.ok(error instanceof VotingAbandonedError);
      // The form of the answer is read with the prompt, too.
      assert.ok(error.tokens >= least && error.tokens <= least + 600, `${error.tokens}, ${least}`);
      return true;
    });
  });

  it('asks nobody when the caller had gone before', async (t) => {
    const fake = await startFakeModels(t);
    const { panel } = aPanel([aModel(fake, 'google')]);
    const asking = panel.ask(aQuestion(), AbortSignal.abort());
    await assert.rejects(asking, { name: 'VotingAbandonedError', tokens: 0 });
    assert.equal(fake.asked.length, 0);
  });

  it('is neither a failure nor a recovery of the provider', async (t) => {
    const fake = await startFakeModels(t);
    fake.behave = () => ({ kind: 'hang' });
    const { panel } = aPanel([aModel(fake, 'anthropic')]);
    for (let count = 1; count <= 6; count += 1) {
      const caller = new AbortController();
      const asking = panel.ask(aQuestion(), caller.signal);
      await fake.whenAsked(count);
      caller.abort();
      await assert.rejects(asking, VotingAbandonedError);
    }
    assert.deepEqual(panel.resting(), []);
  });
});
