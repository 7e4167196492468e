import { Readable } from 'node:stream';
import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { type ChatEvent, type ChatInput, sendChatMessage } from '@quorate/contract/chat';
import { type Locale, USUAL_LOCALE } from '@quorate/contract/locales';
import type { UserId } from '@quorate/values/ids';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/tables.ts';
import { addressGroup } from '../../http/client-address.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst, type RateLimit } from '../../http/rate-limit.ts';
import { createBreaker } from '../../models/circuit-breaker.ts';
import { thinkingOf } from '../../models/thinking.ts';
import type { ModelSetting } from '../../models/voter-setting.ts';
import type { Clock } from '../../process/clock.ts';
import { type I18n, i18nOf } from '../../words/i18n.ts';
import { createDayBudget } from '../usage/day-budget.ts';
import type { Asker, Assistant } from './assistant.ts';
import type { ModelAssistantDeps } from './model/model-assistant.ts';
import { createOfflineAssistant } from './offline-assistant.ts';
import { type OwnDataDeps, ownDataOf } from './own-data/own-data.ts';

type ChatDeps = OwnDataDeps & Readonly<{ assistant: Assistant; limits: Limits }>;

/** Who asks. The address counts only for those who are not signed in. */
type Caller = { userId: UserId | undefined; address: string };

const HOUR_MS = 3_600_000;

const perAddress = (limits: Limits): RateLimit => ({
  what: 'chat-address',
  limit: limits.chatMessagesPerAddress,
  windowMs: HOUR_MS,
  words: msg`${{ limit: limits.chatMessagesPerAddress }} messages an hour; ${{ signedIn: limits.chatMessagesPerUser }} when you are signed in`,
});

const perUser = ({ chatMessagesPerUser: limit }: Limits): RateLimit => ({
  what: 'chat-user',
  limit,
  windowMs: HOUR_MS,
  words: msg`${{ limit }} messages an hour`,
});

/** @throws AppError rate_limited */
async function countMessage(
  { db, clock, limits }: ChatDeps,
  { userId, address }: Caller,
): Promise<void> {
  const deps = { db, clock };
  if (userId === undefined) await countAgainst(deps, perAddress(limits), addressGroup(address));
  else await countAgainst(deps, perUser(limits), userId);
}

/** To be asked only after the message was counted. */
function answer(
  deps: ChatDeps,
  { message, history }: ChatInput,
  userId: UserId | undefined,
  listener: Omit<Asker, 'own'>,
): Promise<string> {
  const own = userId === undefined ? null : ownDataOf(deps, userId);
  return deps.assistant.reply(message, history, { own, ...listener });
}

export function registerChat(route: Route, deps: ChatDeps): void {
  route(sendChatMessage, async ({ body }, { request, reply, user, gone, i18n }) => {
    const { locale } = i18n;
    await countMessage(deps, { userId: user?.id, address: request.ip });
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
      return { success: true, message: await answer(deps, body, user?.id, { gone, locale }) };
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // nginx would keep events until its buffer is full.
      .header('x-accel-buffering', 'no');
    return answerStream((say) =>
      answer(deps, body, user?.id, { gone, say, locale }).catch((error: unknown) => {
        request.log.error({ err: error }, 'An answer of the assistant failed');
        throw error;
      }),
    );
  });
}

type Deps = Readonly<{ db: Db; clock: Clock; brand: Brand; log: ModelAssistantDeps['log'] }>;

/** Whoever answers in the chat: a language model where one is set up, with the offline assistant behind it. */
export async function createAssistant(
  { db, clock, brand, log }: Deps,
  settings: Readonly<{ model: ModelSetting | null; tokensPerDay: number }>,
): Promise<Assistant> {
  const { model: setting, tokensPerDay } = settings;
  if (!setting) return inEachLanguage((i18n) => createOfflineAssistant(brand, { i18n }));
  const { createChatModel } = await import('../../models/chat/chat-model.ts');
  const { languageModelOf } = await import('../../models/language-models.ts');
  const { createModelAssistant } = await import('./model/model-assistant.ts');
  const model = createChatModel(languageModelOf(setting, fetch), thinkingOf(setting), setting);
  const budget = createDayBudget({ clock }, 'assistant_spending', tokensPerDay);
  const breaker = createBreaker({ clock });
  return inEachLanguage((i18n) => {
    const offline = createOfflineAssistant(brand, { i18n });
    return createModelAssistant({ brand, i18n, clock, model, offline, db, budget, breaker, log });
  });
}

/** One for each language that is asked in: what it knows by heart is in that language. */
function inEachLanguage(create: (i18n: I18n) => Assistant): Assistant {
  const made = new Map<Locale, Assistant>([[USUAL_LOCALE, create(i18nOf(USUAL_LOCALE))]]);
  return {
    reply(message, history, asker) {
      const locale = asker?.locale ?? USUAL_LOCALE;
      const assistant = made.get(locale) ?? create(i18nOf(locale));
      made.set(locale, assistant);
      return assistant.reply(message, history, asker);
    },
  };
}

/** Proxies and the server itself drop a connection on which nothing comes. */
const BEAT_MS = 15_000;

/**
 * An answer as server-sent events: `delta` for each piece, then `done` with the whole reply, which replaces
 * them, or `failure`.
 *
 * @param answer is given the function that takes pieces
 */
function answerStream(answer: (say: (text: string) => void) => Promise<string>): Readable {
  const beat = setInterval(() => push(': still here\n\n'), BEAT_MS);
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(beat);
      done(error);
    },
  });

  // An answer is short: a reader who is slow leaves little behind.
  function push(text: string): void {
    if (!stream.destroyed && !stream.readableEnded) stream.push(text);
  }

  const tell = (event: ChatEvent) =>
    push(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);

  push(': open\n\n');
  answer((text) => tell({ event: 'delta', data: { text } }))
    .then(
      (message) => tell({ event: 'done', data: { message } }),
      // The head is sent: what went wrong can be said here only, and no more than that it did.
      () => tell({ event: 'failure', data: { code: 'internal' } }),
    )
    .finally(() => {
      clearInterval(beat);
      if (!stream.destroyed) stream.push(null);
    });
  return stream;
}
