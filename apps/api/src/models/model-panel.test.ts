import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aModel,
  aPanel,
  aQuestion,
  FAKE_KEY,
  nobodyLeaves,
} from '../../test/helpers/fake-models/a-panel.ts';
import { type FakeModels, startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../test/helpers/fake-models/formats.ts';
import { countTokens } from './tokens.ts';
import { SYSTEM } from './vote-prompt.ts';
import { EFFORTS, type ModelSetting, OFFLINE_VOTERS } from './voter-setting.ts';

const [trend, reversion, breakout] = OFFLINE_VOTERS;
assert.ok(trend && reversion && breakout);

/** Models one, two, three, … of the fake, by turns in each of its formats. */
function models(fake: FakeModels, names: readonly string[]): ModelSetting[] {
  return names.map((name, index) =>
    aModel(fake, FORMATS[index % FORMATS.length] ?? 'google', { name }),
  );
}

describe('a panel of models', () => {
  // @spec 10.46
  for (const format of FORMATS)
    it(`votes with what the provider counts, at the operator’s prices (${format})`, async (t) => {
      const fake = await startFakeModels(t);
      const { panel, faults } = aPanel([aModel(fake, format)]);
      const question = aQuestion();
      const [vote] = await panel.ask(question, nobodyLeaves());
      const [asked] = fake.asked;
      assert.ok(asked && vote);
      const inputTokens = countTokens(asked.prompt);
      assert.equal(vote.inputTokens, inputTokens);
      assert.ok(vote.outputTokens > 50);
      assert.deepEqual(vote, {
        analyst: format,
        model: aModel(fake, format).model,
        provider: format,
        family: format,
        action: 'BUY',
        pUp: 0.62,
        stopLossAtr: 1.5,
        takeProfitAtr: 3,
        evidence: [
          { field: 'indicators.adx14', value: 34.2 },
          { field: 'indicators.rsi14', value: 64.8 },
        ],
        reason: 'The trend is strong: ADX 34.2, RSI 64.8.',
        abstained: false,
        fault: null,
        round: 1,
        first: null,
        tokens: inputTokens + vote.outputTokens,
        inputTokens,
        outputTokens: vote.outputTokens,
        costMicroUsd: inputTokens + 4 * vote.outputTokens,
        latencyMs: vote.latencyMs,
      });
      assert.deepEqual(faults, []);
      assert.equal(asked.key, FAKE_KEY);
      assert.equal(asked.maxTokens, 700);
      assert.notEqual(asked.form, 'none', 'the form of the vote is asked for');
      assert.ok(asked.prompt.includes(SYSTEM));
      assert.ok(asked.prompt.includes(question.snapshotHash));
    });

  it('asks an older model of Anthropic for the same vote through a tool', async (t) => {
    const fake = await startFakeModels(t);
    const { panel } = aPanel([aModel(fake, 'anthropic', { model: 'claude-3-haiku-20240307' })]);
    const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.deepEqual([fake.asked[0]?.form, vote?.action, vote?.fault], ['tool', 'BUY', null]);
  });

  it('tells OpenAI the limit under its newer name, and how hard to think', async (t) => {
    const fake = await startFakeModels(t);
    const newer = { limitField: 'max_completion_tokens', effort: 'minimal' } as const;
    const { panel } = aPanel([aModel(fake, 'openai-compatible', newer)]);
    await panel.ask(aQuestion(), nobodyLeaves());
    const { body } = fake.asked[0] ?? {};
    assert.equal(body?.max_completion_tokens, 700);
    assert.equal(body?.max_tokens, undefined);
    assert.equal(body?.reasoning_effort, 'minimal');
  });

  it('never asks for a longer answer than is reserved, however hard a model may think', async (t) => {
    const fake = await startFakeModels(t);
    for (const format of FORMATS)
      for (const effort of EFFORTS) {
        const { panel } = aPanel([aModel(fake, format, { effort })]);
        const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
        assert.deepEqual([vote?.fault, fake.asked.at(-1)?.maxTokens], [null, 700], effort);
      }
    assert.equal(fake.asked.length, 15);
  });

  for (const format of FORMATS)
    it(`counts automatically where the provider does not (${format})`, async (t) => {
      const fake = await startFakeModels(t);
      fake.behave = () => ({ kind: 'vote', usage: null });
      const { panel } = aPanel([aModel(fake, format)]);
      const question = aQuestion();
      const [vote] = await panel.ask(question, nobodyLeaves());
      assert.ok(vote && vote.fault === null);
      assert.ok(vote.inputTokens >= countTokens(fake.asked[0]?.prompt ?? ''));
      assert.ok(vote.outputTokens > 50);
      assert.ok(vote.tokens <= panel.estimateOf(question).all);
    });

  for (const format of FORMATS)
    it(`does not believe a count that no such call can take (${format})`, async (t) => {
      const fake = await startFakeModels(t);
      const { panel } = aPanel([aModel(fake, format)]);
      const question = aQuestion();
      for (const usage of [
        { input: 9_000_000, output: 80 },
        { input: 2_000, output: 900_000 },
        { input: 1e15, output: 1e15 },
        { input: -5_000, output: 80 },
        { input: 2_000, output: -5_000 },
        { input: 1, output: 1 },
        { input: 2_000.5, output: 80.5 },
      ]) {
        fake.behave = () => ({ kind: 'vote', usage });
        const [vote] = await panel.ask(question, nobodyLeaves());
        assert.ok(vote && vote.fault === null);
        assert.ok(vote.tokens <= panel.estimateOf(question).all, `${vote.tokens}`);
        assert.ok(vote.inputTokens > 1_000 && vote.outputTokens > 50);
      }
    });

  it('counts a long answer without a space at once: meanwhile nobody is served', async (t) => {
    const fake = await startFakeModels(t);
    fake.behave = () => ({ kind: 'body', body: '漢'.repeat(64_000) });
    const { panel } = aPanel([aModel(fake, 'google', { maxOutputTokens: 8_000 })], {
      deadlineMs: 20_000,
    });
    const begun = performance.now();
    const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.ok(performance.now() - begun < 2_000);
    assert.deepEqual([vote?.fault, vote?.outputTokens], ['malformed', 8_000]);
  });

  it('takes control characters out of a reason, and an abstention of its own will as one', async (t) => {
    const fake = await startFakeModels(t);
    const reason = 'up\u0000\u001b[31m and \u202eaway\ud800';
    fake.behave = () => ({ kind: 'vote', fields: { reason } });
    const { panel } = aPanel([aModel(fake, 'google')]);
    const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.equal(vote?.reason, 'up [31m and  away');
    fake.behave = () => ({
      kind: 'vote',
      fields: { abstain: true, reason: 'Too little to go by.' },
    });
    const [silent] = await panel.ask(aQuestion(), nobodyLeaves());
    assert.deepEqual(
      [silent?.abstained, silent?.fault, silent?.action, silent?.reason],
      [true, null, 'HOLD', 'Too little to go by.'],
    );
  });

  it('goes as deep as it is asked to: three, five or all, in the operator’s order', async (t) => {
    const fake = await startFakeModels(t);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { panel } = aPanel([...models(fake, names), trend]);
    assert.deepEqual(panel.depths, [
      { depth: 'basic', voters: 3, rounds: 1 },
      { depth: 'advanced', voters: 5, rounds: 1 },
      { depth: 'premium', voters: 7, rounds: 2 },
    ]);
    assert.equal(panel.offline, false);
    for (const [depth, count] of [
      ['basic', 3],
      ['advanced', 5],
      ['premium', 7],
    ] as const) {
      const votes = await panel.ask(aQuestion({ depth }), nobodyLeaves());
      const expected = [...names, 'trend'].slice(0, count);
      assert.deepEqual(
        votes.map(({ analyst }) => analyst),
        expected,
      );
      assert.deepEqual(
        panel.votersAt(depth).map(({ analyst }) => analyst),
        expected,
      );
    }
  });

  it('asks whom it is told to, whatever the depth', async (t) => {
    const fake = await startFakeModels(t);
    const { panel } = aPanel([...models(fake, ['a', 'b', 'c', 'd']), breakout]);
    const question = aQuestion({ only: ['breakout', 'd'] });
    const votes = await panel.ask(question, nobodyLeaves());
    assert.deepEqual(
      votes.map(({ analyst }) => analyst),
      ['d', 'breakout'],
    );
    assert.equal(fake.asked.length, 1);
    assert.ok(panel.estimateOf(question).all < panel.estimateOf(aQuestion()).all);
  });

  it('mixes offline analysts in under the operator’s names, and needs no model at all', async (t) => {
    const fake = await startFakeModels(t);
    const steady = { ...trend, name: 'steady' };
    const { panel } = aPanel([steady, aModel(fake, 'anthropic'), reversion]);
    const votes = await panel.ask(aQuestion(), nobodyLeaves());
    assert.deepEqual(
      votes.map(({ analyst, provider, model, family }) => [analyst, provider, model, family]),
      [
        ['steady', 'offline', 'offline', 'trend'],
        ['anthropic', 'anthropic', 'claude-sonnet-4-5', 'anthropic'],
        ['mean-reversion', 'offline', 'offline', 'mean-reversion'],
      ],
    );
    const alone = aPanel([steady, reversion, breakout]).panel;
    assert.equal(alone.offline, true);
    assert.deepEqual(
      alone.depths.map(({ rounds }) => rounds),
      [1, 1, 1],
    );
    assert.equal((await alone.ask(aQuestion(), nobodyLeaves())).length, 3);
  });

  it('gives its verdict at the deadline with those who have answered', async (t) => {
    const fake = await startFakeModels(t);
    fake.behave = ({ format }) => (format === 'anthropic' ? { kind: 'hang' } : { kind: 'vote' });
    const { panel } = aPanel(models(fake, ['a', 'b', 'c']), { deadlineMs: 1_500 });
    const begun = performance.now();
    const votes = await panel.ask(aQuestion(), nobodyLeaves());
    assert.ok(performance.now() - begun < 2_500);
    assert.deepEqual(
      votes.map(({ fault }) => fault),
      [null, 'timeout', null],
    );
  });

  it('estimates at least what a vote takes, on any market and at every depth', async (t) => {
    const fake = await startFakeModels(t);
    // They disagree, at length, in the second round, too.
    fake.behave = (_, count) => ({
      kind: 'vote',
      fields: {
        ...(count % 2 ? {} : { action: 'SELL', p_up: 0.3 }),
        reason: 'Momentum wanes. '.repeat(17).trim(),
      },
    });
    const { panel } = aPanel([...models(fake, ['a', 'b', 'c', 'd', 'e']), trend]);
    for (const depth of ['basic', 'advanced', 'premium'] as const)
      for (const atr_points of [1, 123.45, 98_765.43]) {
        const question = aQuestion({ depth }, { atr_points });
        const votes = await panel.ask(question, nobodyLeaves());
        const tokens = votes.reduce((sum, vote) => sum + vote.tokens, 0);
        assert.ok(tokens > 1_000 && tokens <= panel.estimateOf(question).all, `${tokens}`);
      }
  });
});
