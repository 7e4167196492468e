import { setTimeout as delay } from 'node:timers/promises';
import type { VoteFault } from '@quorate/contract/decisions';
import { generateText, type LanguageModel, Output } from 'ai';
import type { Clock } from '../process/clock.ts';
import { inAttempt } from '../process/telemetry/context.ts';
import { type CallFailure, failureOf, type Usage, usageOf } from './call-failure.ts';
import type { Breaker, Permit } from './circuit-breaker.ts';
import { estimateCall } from './estimate.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { Spending } from './spending.ts';
import { thinkingOf } from './thinking.ts';
import type { TimeLimit } from './time-limit.ts';
import { believable, countInPieces } from './tokens.ts';
import { type VoteAnswer, voteAnswer } from './vote-answer.ts';
import { type Prompt, SYSTEM } from './vote-prompt.ts';
import type { ModelSetting } from './voter-setting.ts';

/** What the log is told of a call that brought no vote: no prompt, no answer, no key. */
export type CallFault = Readonly<{
  model: string;
  fault: VoteFault;
  status: number | null;
  latencyMs: number;
}>;

/** A model that can be asked, and what is known of its provider. */
export type AskedModel = Readonly<{
  setting: ModelSetting;
  model: LanguageModel;
  breaker: Breaker;
  budget: RetryBudget;
}>;

type AskDeps = Readonly<{ clock: Clock; onFault: (fault: CallFault) => void }>;

export type Answered = Usage &
  Readonly<
    | { kind: 'answer'; answer: VoteAnswer }
    | { kind: 'failure'; fault: CallFailure['fault'] | 'resting'; why: string }
  >;

type Tried =
  | Readonly<{ kind: 'answer'; answer: VoteAnswer; usage: Usage }>
  | Readonly<{ kind: 'failure'; failure: CallFailure; usage: Usage }>;

const OUTPUT = Output.object({ schema: voteAnswer, name: 'vote' });
const TRIES_MAX = 3;
const BACKOFF_MS = 250;
const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };
const RETRIED = new Set<CallFailure['fault']>(['rate_limited', 'provider_error', 'unreachable']);
/** Faults of the provider, not of what a model has made of its question. */
const BREAKING = new Set<CallFailure['fault']>([...RETRIED, 'timeout', 'provider_refused']);
/** Statuses that refuse one model or one question; others are answered all the same. */
const OF_THE_QUESTION = new Set<number | null>([400, 404, 413, 422]);
/** Room for encodings that count finer than any we know. */
const BELIEVED_FACTOR = 2;

/**
 * One question to one model, asked again where the provider failed and the time and the budget allow.
 *
 * @param endsAt when `limit` ends, by the clock
 */
export async function askModel(
  deps: AskDeps,
  asked: AskedModel,
  prompt: Prompt,
  { limit, endsAt, spending }: { limit: TimeLimit; endsAt: number; spending: Spending },
): Promise<Answered> {
  asked.budget.noteCall();
  let last: Answered = {
    kind: 'failure',
    fault: 'resting',
    why: 'its provider has failed too often and is left alone for a while',
    ...NOTHING,
  };
  for (let tries = 1; ; tries += 1) {
    const permit = asked.breaker.admit();
    if (!permit) return last;
    const begun = deps.clock.now();
    const end = spending.begin(prompt.tokens);
    const tried = await inAttempt(tries, () => tryOnce(asked, prompt, limit));
    end(tried.usage.inputTokens + tried.usage.outputTokens);
    if (tried.kind === 'answer') {
      permit.succeeded();
      return { kind: 'answer', answer: tried.answer, ...tried.usage };
    }
    const { failure, usage } = tried;
    tell(permit, failure);
    const { fault, why, status } = failure;
    const latencyMs = Math.max(0, deps.clock.now() - begun);
    if (fault !== 'cancelled')
      deps.onFault({ model: asked.setting.name, fault, status, latencyMs });
    last = { kind: 'failure', fault, why, ...usage };
    if (!RETRIED.has(fault) || tries === TRIES_MAX) return last;
    const waitMs = failure.retryAfterMs ?? backoffMs(tries);
    if (deps.clock.now() + waitMs >= endsAt || !asked.budget.take()) return last;
    const wasEnded = await delay(waitMs, false, { signal: limit.signal }).catch(() => true);
    if (wasEnded) return last;
  }
}

/** Settles when `limit` ends, whatever the library does with its signal. */
async function tryOnce(asked: AskedModel, prompt: Prompt, limit: TimeLimit): Promise<Tried> {
  const ended = limit.ended.then((ending): Tried => endedBy(ending, prompt));
  return Promise.race([generate(asked, prompt, limit), ended]);
}

async function generate(
  { model, setting }: AskedModel,
  prompt: Prompt,
  limit: TimeLimit,
): Promise<Tried> {
  try {
    const result = await generateText({
      model,
      instructions: SYSTEM,
      prompt: prompt.text,
      output: OUTPUT,
      maxOutputTokens: setting.maxOutputTokens,
      ...thinkingOf(setting),
      maxRetries: 0,
      abortSignal: limit.signal,
    });
    const usage = usageOrCount(usageOf(result.totalUsage), prompt, result.text, setting);
    // A whole vote can stand in an answer that was cut off; what else it would have said is unknown.
    if (result.finishReason === 'stop') return { kind: 'answer', answer: result.output, usage };
    const why = result.finishReason === 'length' ? 'is cut off' : 'ends without a vote';
    const failure = {
      fault: 'malformed',
      why: `the answer ${why}`,
      status: 200,
      text: '',
    } as const;
    return { kind: 'failure', failure: { ...failure, retryAfterMs: null, usage }, usage };
  } catch (error) {
    if (limit.signal.aborted) return endedBy(limit.ending(), prompt);
    const failure = failureOf(error);
    return { kind: 'failure', failure, usage: usageOfFailure(failure, prompt, setting) };
  }
}

function usageOfFailure(failure: CallFailure, prompt: Prompt, setting: ModelSetting): Usage {
  // An answer that is no vote was paid for all the same; who refuses or fails has not read.
  if (failure.usage === null && failure.fault !== 'malformed') return NOTHING;
  return usageOrCount(failure.usage, prompt, failure.text, setting);
}

function endedBy(ending: 'timeout' | 'cancelled', prompt: Prompt): Tried {
  const why = ending === 'timeout' ? 'no answer within its time' : 'the question was taken back';
  const failure = { fault: ending, why, status: null, retryAfterMs: null, usage: null, text: '' };
  // It reads at once: who is cut off while it thinks has read.
  return { kind: 'failure', failure, usage: { inputTokens: prompt.tokens, outputTokens: 0 } };
}

/**
 * What the provider says it took, or, where it does not say or cannot have taken that, our own count: no plan
 * is used up by a server's mistake, and none is read for nothing.
 */
function usageOrCount(
  told: Usage | null,
  prompt: Prompt,
  text: string,
  setting: ModelSetting,
): Usage {
  const { maxOutputTokens } = setting;
  // A server that writes a megabyte of text was not asked for it.
  const written = Math.min(countInPieces(text.slice(0, maxOutputTokens * 8)), maxOutputTokens);
  const most = BELIEVED_FACTOR * estimateCall(setting, prompt.tokens);
  return {
    inputTokens: believable(told?.inputTokens, prompt.tokens, most - written),
    outputTokens: believable(told?.outputTokens, written, BELIEVED_FACTOR * maxOutputTokens),
  };
}

function tell(permit: Permit, { fault, status }: CallFailure): void {
  if (fault === 'cancelled') permit.abandoned();
  else if (BREAKING.has(fault) && !OF_THE_QUESTION.has(status)) permit.failed();
  else permit.succeeded();
}

/** A quarter of a second, doubling, and half of it by chance: who failed together must not return together. */
function backoffMs(tries: number): number {
  return BACKOFF_MS * 2 ** (tries - 1) * (0.5 + Math.random());
}
