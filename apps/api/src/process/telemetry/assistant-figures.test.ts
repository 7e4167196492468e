import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { createAssistant } from '../../features/chat/chat.service.ts';
import { startFakeChatServer } from '../../models/chat/testing/fake-chat-server.ts';
import type { ModelSetting } from '../../models/voter-setting.ts';
import { figureOf } from './testing/parse-metrics.ts';
import { startWatchedService } from './testing/watched-service.ts';

/** As much as the question with its instructions comes to: much less would not be believed. */
const USAGE = { prompt_tokens: 1_800, completion_tokens: 20 };

it('what answers of the assistant take and cost is counted, those too that fail halfway', async (t) => {
  const server = await startFakeChatServer(t, (_, nth) =>
    nth === 0
      ? { kind: 'text', pieces: ['It is free.'], usage: USAGE }
      : { kind: 'cut', pieces: ['It is'] },
  );
  const service = await startWatchedService(t);
  const model: ModelSetting = {
    name: 'assistant',
    provider: 'openai-compatible',
    model: 'fake',
    family: 'fake',
    baseUrl: server.url,
    apiKey: 'sk-test',
    inputUsd: 2,
    outputUsd: 10,
    rounds: 1,
    maxOutputTokens: 512,
    effort: undefined,
    limitField: 'max_tokens',
  };
  const log = { warn: () => {} };
  const assistant = await createAssistant(
    { ...service, brand: DEFAULT_BRAND, log },
    { model, tokensPerDay: 2_000_000 },
  );
  const figures = async () => {
    const all = await service.figures();
    const of = (name: string, labels: Record<string, string>) =>
      figureOf(all, name, { model: 'assistant', ...labels });
    return {
      read: of('quorate_model_tokens_total', { direction: 'in' }),
      wrote: of('quorate_model_tokens_total', { direction: 'out' }),
      usd: of('quorate_model_cost_usd_total', {}),
    };
  };
  await assistant.reply('Is there a free plan?', []);
  const answered = await figures();
  assert.deepEqual([answered.read, answered.wrote], [USAGE.prompt_tokens, USAGE.completion_tokens]);
  // 1,800 × 2 $ and 20 × 10 $ a million.
  assert.equal(answered.usd, 0.0038);
  await assistant.reply('Is there a free plan?', []);
  const failed = await figures();
  assert.ok(failed.read > answered.read, 'it was read, as far as anybody knows');
  assert.ok(failed.usd > answered.usd);
});
