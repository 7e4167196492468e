import type { Brand } from '@quorate/contract/brand';
import type { Db } from '../../db/tables.ts';
import { createChatModel } from '../../models/chat/chat-model.ts';
import { createBreaker } from '../../models/circuit-breaker.ts';
import { languageModelOf } from '../../models/language-models.ts';
import { thinkingOf } from '../../models/thinking.ts';
import type { ModelSetting } from '../../models/voter-setting.ts';
import type { Clock } from '../../process/clock.ts';
import { createDayBudget } from '../day-budget.ts';
import type { Assistant } from './assistant.ts';
import { createModelAssistant, type ModelAssistantDeps } from './model/model-assistant.ts';
import { createOfflineAssistant } from './offline-assistant.ts';

type Deps = Readonly<{ db: Db; clock: Clock; brand: Brand; log: ModelAssistantDeps['log'] }>;

/** Whoever answers in the chat: a language model where one is set up, with the offline assistant behind it. */
export function createAssistant(
  { db, clock, brand, log }: Deps,
  settings: Readonly<{ model: ModelSetting | null; tokensPerDay: number }>,
): Assistant {
  const offline = createOfflineAssistant(brand);
  const { model: setting, tokensPerDay } = settings;
  if (!setting) return offline;
  return createModelAssistant({
    brand,
    clock,
    model: createChatModel(languageModelOf(setting, fetch), thinkingOf(setting), setting),
    offline,
    db,
    budget: createDayBudget({ clock }, 'assistant_spending', tokensPerDay),
    breaker: createBreaker({ clock }),
    log,
  });
}
