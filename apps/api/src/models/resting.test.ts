import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { aModel, aPanel, aQuestion, nobodyLeaves } from '../../test/helpers/fake-models/a-panel.ts';
import { startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import { OFFLINE_VOTERS } from './voter-setting.ts';

const [trend] = OFFLINE_VOTERS;
assert.ok(trend);

describe('a panel whose provider fails again and again', () => {
  it('rests a provider after five failures, names who rests, and asks again after half a minute', async (t) => {
    const fake = await startFakeModels(t);
    const clock = testClock();
    fake.behave = ({ format }) =>
      format === 'google' ? { kind: 'status', status: 401 } : { kind: 'vote' };
    const voters = [aModel(fake, 'google'), aModel(fake, 'anthropic'), trend];
    const { panel, faults } = aPanel(voters, { clock });
    for (let count = 0; count < 5; count += 1) {
      assert.deepEqual(panel.resting(), []);
      await panel.ask(aQuestion(), nobodyLeaves());
    }
    assert.deepEqual(panel.resting(), ['google']);
    const asked = fake.asked.length;
    const votes = await panel.ask(aQuestion(), nobodyLeaves());
    assert.deepEqual(
      votes.map(({ fault, tokens }) => [fault, tokens > 0]),
      [
        ['resting', false],
        [null, true],
        [null, true],
      ],
    );
    assert.equal(fake.asked.length, asked + 1, 'who rests is not called');
    assert.equal(faults.length, 5);
    clock.advance(30_000);
    fake.behave = () => ({ kind: 'vote' });
    const [back] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.deepEqual([back?.fault, panel.resting()], [null, []]);
  });

  for (const status of [400, 404, 422])
    it(`does not rest a provider for one model that it does not take (${status})`, async (t) => {
      const fake = await startFakeModels(t);
      const voters = ['good', 'wrong'].map((name) =>
        aModel(fake, 'openai-compatible', { name, model: name }),
      );
      const { panel } = aPanel(voters);
      // Every bot asks when the bar closes: many refusals come before the first vote.
      fake.behave = ({ body }) =>
        body.model === 'wrong' ? { kind: 'status', status } : { kind: 'vote', afterMs: 200 };
      await Promise.all(Array.from({ length: 6 }, () => panel.ask(aQuestion(), nobodyLeaves())));
      assert.deepEqual(panel.resting(), []);
      const votes = await panel.ask(aQuestion(), nobodyLeaves());
      assert.deepEqual(
        votes.map(({ fault }) => fault),
        [null, 'provider_refused'],
      );
    });

  it('rests the models of a key that is refused, not those of another', async (t) => {
    const fake = await startFakeModels(t);
    const { panel } = aPanel([
      aModel(fake, 'anthropic', { name: 'good' }),
      aModel(fake, 'anthropic', { name: 'revoked', apiKey: 'sk-revoked' }),
    ]);
    fake.behave = ({ key }) =>
      key === 'sk-revoked' ? { kind: 'status', status: 401 } : { kind: 'vote', afterMs: 200 };
    await Promise.all(Array.from({ length: 6 }, () => panel.ask(aQuestion(), nobodyLeaves())));
    assert.deepEqual(panel.resting(), ['revoked']);
  });

  it('does not rest a provider for votes that are no good', async (t) => {
    const { panel } = await alwaysStale(t);
    for (let count = 0; count < 7; count += 1) {
      const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
      assert.equal(vote?.fault, 'stale');
    }
    assert.deepEqual(panel.resting(), []);
  });
});

async function alwaysStale(t: TestContext) {
  const fake = await startFakeModels(t);
  fake.behave = () => ({ kind: 'vote', fields: { snapshot_hash: 'f'.repeat(64) } });
  return aPanel([aModel(fake, 'openai-compatible')]);
}
