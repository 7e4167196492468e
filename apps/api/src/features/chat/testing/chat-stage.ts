import type { TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { type TestClock, testClock } from '../../../../test/helpers/test-clock.ts';
import type { Database } from '../../../db/database.ts';
import { createChatModel } from '../../../models/chat/chat-model.ts';
import {
  type ChatRequest,
  type ChatTurnOf,
  startFakeChatServer,
} from '../../../models/chat/testing/fake-chat-server.ts';
import { createBreaker } from '../../../models/circuit-breaker.ts';
import { languageModelOf } from '../../../models/language-models.ts';
import { i18nOf } from '../../../words/i18n.ts';
import { createDayBudget } from '../../usage/day-budget.ts';
import type { Assistant } from '../assistant.ts';
import { createModelAssistant } from '../model/model-assistant.ts';
import { createOfflineAssistant } from '../offline-assistant.ts';

/** The key the assistant's model is called with; it must show up nowhere. */
export const API_KEY = 'sk-stage-5f0c2a7791';

const offline = createOfflineAssistant(DEFAULT_BRAND);

/** A model assistant on a database of its own, whose model does as it is told by the test. */
export async function startChatStage(
  t: TestContext,
  behave: (request: ChatRequest, nth: number) => ChatTurnOf,
  options: { tokensPerDay?: number; deadlineMs?: number } = {},
) {
  const database: Database = await freshDatabase();
  t.after(() => database.close());
  const { db } = database;
  const clock: TestClock = testClock();
  const server = await startFakeChatServer(t, behave);
  const logged: { fault?: string }[] = [];
  const model = languageModelOf(
    {
      name: 'assistant',
      provider: 'openai-compatible',
      model: 'fake',
      family: 'fake',
      baseUrl: server.url,
      apiKey: API_KEY,
      inputUsd: 0,
      outputUsd: 0,
      rounds: 1,
      maxOutputTokens: 512,
      effort: undefined,
      limitField: 'max_tokens',
    },
    fetch,
  );
  const assistant: Assistant = createModelAssistant({
    brand: DEFAULT_BRAND,
    i18n: i18nOf('en'),
    clock,
    model: createChatModel(model),
    offline,
    db,
    budget: createDayBudget({ clock }, 'assistant_spending', options.tokensPerDay ?? 2_000_000),
    breaker: createBreaker({ clock }),
    log: { warn: (details) => logged.push(details) },
    ...(options.deadlineMs && { deadlineMs: options.deadlineMs }),
  });
  const spent = async () =>
    Number(
      (await db.selectFrom('assistant_spending').select('tokens').executeTakeFirst())?.tokens ?? 0,
    );
  return { assistant, clock, database, db, logged, offline, server, spent };
}

/** A whole answer of so many pieces as a model would write it. */
export function text(...pieces: string[]): ChatTurnOf {
  return { kind: 'text', pieces };
}
