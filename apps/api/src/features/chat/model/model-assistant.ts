import type { Brand } from '@quorate/contract/brand';
import type { ChatTurn } from '@quorate/contract/chat';
import type { Db } from '../../../db/tables.ts';
import { ChatFailedError, type ChatModel } from '../../../models/chat/chat-model.ts';
import type { Breaker } from '../../../models/circuit-breaker.ts';
import type { Clock } from '../../../process/clock.ts';
import type { DayBudget } from '../../day-budget.ts';
import type { Asker, Assistant } from '../assistant.ts';
import { findPassages } from '../find-passages.ts';
import { libraryOf } from '../library.ts';
import { ownWords } from '../own-words.ts';
import { createLeaveOutName } from '../product-name.ts';
import { createSearch } from '../search.ts';
import { occasionOf } from '../small-talk.ts';
import { createCleanText } from './clean-text.ts';
import { instructionsOf, promptOf } from './instructions.ts';
import { leansOnAdvice } from './leans-on-advice.ts';
import { ownTools } from './own-tools.ts';
import { createScreen } from './screen.ts';
import { withSources } from './sources.ts';
import { createUnfit, type Unfit } from './unfit.ts';

/** Below the 60 seconds after which a connection on which nothing comes is closed. */
const DEADLINE_MS = 55_000;

export type ModelAssistantDeps = Readonly<{
  brand: Brand;
  clock: Clock;
  model: ChatModel;
  /** Answers where the model does not. */
  offline: Assistant;
  db: Db;
  budget: DayBudget;
  breaker: Breaker;
  log: Readonly<{ warn(details: object, message: string): void }>;
  deadlineMs?: number;
}>;

const NOBODY: Asker = { own: null, gone: new AbortController().signal };

/** Ends a call whose answer is not to be shown. */
class UnfitError extends Error {
  override readonly name = 'UnfitError';
  readonly unfit: Unfit;
  constructor(unfit: Unfit) {
    super(`The answer is unfit: ${unfit}`);
    this.unfit = unfit;
  }
}

/**
 * Answers with a language model, from passages of the site and the asker's own figures. What the model
 * writes is shown only after it was cleaned and judged; where there is no model to be had, or no budget,
 * or its answer fails, the offline assistant answers.
 */
export function createModelAssistant(deps: ModelAssistantDeps): Assistant {
  const { brand, clock, model, offline, db, budget, breaker, log } = deps;
  const library = libraryOf(brand);
  const search = createSearch(library);
  const said = ownWords(brand, 'model');
  const leaveOutName = createLeaveOutName(brand.name);
  const instructions = instructionsOf(brand);
  const clean = createCleanText(library);
  const unfit = createUnfit(instructions);

  function callFor(message: string, history: readonly ChatTurn[], own: Asker['own']) {
    const named = history.map((turn) => ({ ...turn, content: leaveOutName(turn.content) }));
    const found = findPassages(search, leaveOutName(message), named);
    const prompt = promptOf(message, history, found, library);
    return { found, call: { instructions, prompt, tools: own ? ownTools(own) : {} } };
  }

  /** @throws ChatFailedError, caused by UnfitError where the answer is not to be shown */
  async function ask(
    call: ReturnType<typeof callFor>['call'],
    { gone, say }: Asker,
  ): Promise<{ text: string; tokens: number; cut: boolean }> {
    const stop = new AbortController();
    const timer = setTimeout(
      () => stop.abort(new Error('timeout')),
      deps.deadlineMs ?? DEADLINE_MS,
    );
    const leave = () => stop.abort(new Error('gone'));
    if (gone.aborted) leave();
    gone.addEventListener('abort', leave, { once: true });
    const screen = createScreen({ clean, unfit, say });
    const hear = (text: string) => {
      const fault = stop.signal.aborted ? null : screen.hear(text);
      if (fault) stop.abort(new UnfitError(fault));
    };
    try {
      const answer = await model.answer({ ...call, signal: stop.signal }, hear);
      // What comes with the last piece may come too late to end the call.
      const fault = unfit(answer.text);
      if (fault) stop.abort(new UnfitError(fault));
      if (stop.signal.aborted) throw new ChatFailedError(answer.tokens, stop.signal.reason);
      return answer;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
    }
  }

  /** @returns null where the model gives no answer */
  async function askModel(
    message: string,
    history: readonly ChatTurn[],
    asker: Asker,
  ): Promise<string | null> {
    const { call, found } = callFor(message, history, asker.own);
    const most = model.boundOf(call);
    const permit = breaker.admit();
    if (!permit) return null;
    const started = clock.now();
    let taken = 0;
    const reserved = await budget.reserve(db, most).catch((error: unknown) => {
      permit.abandoned();
      throw error;
    });
    if (!reserved) {
      permit.abandoned();
      return null;
    }
    try {
      const { text, tokens, cut } = await ask(call, asker);
      taken = tokens;
      permit.succeeded();
      return withSources(clean(text), { found, cut });
    } catch (error) {
      if (!(error instanceof ChatFailedError)) {
        permit.abandoned();
        throw error;
      }
      taken = error.tokens;
      const { cause } = error;
      const latency_ms = clock.now() - started;
      if (cause instanceof UnfitError) {
        permit.succeeded();
        log.warn(
          { fault: cause.unfit, latency_ms },
          "An answer of the assistant's model was unfit",
        );
        return insteadOf(cause.unfit);
      }
      if (asker.gone.aborted) permit.abandoned();
      else {
        permit.failed();
        log.warn({ fault: faultOf(cause), latency_ms }, "The assistant's model gave no answer");
      }
      return null;
    } finally {
      // The answer is there all the same; the tokens stay set aside, as if the service had died.
      await reserved.settle(db, taken).catch((error: unknown) => {
        log.warn({ err: error }, 'The tokens of an answer of the assistant could not be settled');
      });
    }
  }

  function insteadOf(unfit: Unfit): string {
    switch (unfit) {
      case 'advice':
        return said.advice;
      case 'person':
        return said.identity;
      case 'instructions':
      case 'encoded':
        return said.nothing;
    }
  }

  return {
    async reply(message, history, asker = NOBODY) {
      const occasion = occasionOf(leaveOutName(message));
      if (occasion !== 'question') return said[occasion];
      if (leansOnAdvice(message, history)) return said.advice;
      const answer = await askModel(message, history, asker);
      return answer ?? offline.reply(message, history, asker);
    },
  };
}

/** A status or the name of the error: neither the prompt nor the provider's words. */
function faultOf(cause: unknown): string {
  if (cause instanceof Error && 'statusCode' in cause) return `status ${String(cause.statusCode)}`;
  if (cause instanceof Error) return cause.message === 'timeout' ? 'timeout' : cause.name;
  return 'unknown';
}
