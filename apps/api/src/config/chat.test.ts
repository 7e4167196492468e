import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { assistantFrom, CHAT_ENVIRONMENT } from './chat.ts';

function read(environment: Record<string, string>) {
  const keys = { OPENAI_API_KEY: z.string().optional(), ANTHROPIC_API_KEY: z.string().optional() };
  return assistantFrom({
    ...z.object({ ...CHAT_ENVIRONMENT, ...keys }).parse(environment),
    GOOGLE_API_KEY: undefined,
  });
}

describe('the settings of the assistant', () => {
  it('are the offline assistant where nothing is set', () => {
    assert.deepEqual(read({}), { assistant: { model: null, tokensPerDay: 2_000_000 }, faults: [] });
  });

  it('take a model as the voters do, with the provider’s key or one of its own', () => {
    const { assistant, faults } = read({
      ASSISTANT_MODEL: 'openai/gpt-5-mini?effort=minimal',
      OPENAI_API_KEY: 'sk-a',
      ASSISTANT_DAILY_TOKENS: '5000',
    });
    assert.deepEqual(faults, []);
    assert.equal(assistant.tokensPerDay, 5_000);
    assert.equal(assistant.model?.model, 'gpt-5-mini');
    assert.equal(assistant.model?.apiKey, 'sk-a');
    assert.equal(assistant.model?.effort, 'minimal');
    const own = read({
      ASSISTANT_MODEL: 'anthropic/claude-sonnet-4-5',
      ANTHROPIC_API_KEY: 'sk-a',
      ASSISTANT_KEY: 'sk-b',
    });
    assert.equal(own.assistant.model?.apiKey, 'sk-b');
  });

  it('take a local server without a key', () => {
    const { assistant, faults } = read({
      ASSISTANT_MODEL: 'openai-compatible/llama3.1:8b@http://127.0.0.1:11434/v1',
      OPENAI_API_KEY: 'sk-a',
    });
    assert.deepEqual(faults, []);
    assert.equal(assistant.model?.baseUrl, 'http://127.0.0.1:11434/v1');
    assert.equal(assistant.model?.apiKey, undefined, 'a key of OpenAI is for OpenAI alone');
  });

  for (const [environment, fault] of [
    [{ ASSISTANT_MODEL: 'openai/gpt-5-mini' }, /^OPENAI_API_KEY or ASSISTANT_KEY is needed/],
    [{ ASSISTANT_MODEL: 'gpt-5-mini' }, /must look like PROVIDER\/MODEL$/],
    [{ ASSISTANT_MODEL: 'offline/trend' }, /must be a language model/],
    [{ ASSISTANT_MODEL: 'made-up/x' }, /the provider must be openai/],
    [{ ASSISTANT_MODEL: 'openai-compatible/x' }, /needs .*address/],
    [{ ASSISTANT_KEY: 'sk-secret' }, /ASSISTANT_MODEL is not set/],
    [{ ASSISTANT_MODEL: 'sk-secret' }, /ASSISTANT_MODEL must look like/],
  ] as const)
    it(`are refused: ${JSON.stringify(environment)}`, () => {
      const { faults } = read(environment);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', fault);
      assert.doesNotMatch(faults[0] ?? '', /sk-secret/);
    });
});
