import type { VoteFault } from '@quorate/contract/decisions';
import { APICallError, NoObjectGeneratedError } from 'ai';
import { AnswerTooLargeError, RedirectedError } from './provider-fetch.ts';

/** A call that gave no answer in the form of a vote. */
export type CallFailure = Readonly<{
  fault: Exclude<VoteFault, 'ungrounded' | 'stale' | 'resting'>;
  /** Goes on after "Abstained: "; nothing of the provider's own words. */
  why: string;
  /** HTTP status; null where there was none. */
  status: number | null;
  /** How long the provider asks to be left alone. */
  retryAfterMs: number | null;
  /** What the provider says it took; null where it does not say. */
  usage: Usage | null;
  /** What it wrote that was no vote. */
  text: string;
}>;

export type Usage = Readonly<{ inputTokens: number; outputTokens: number }>;

/** What became of a call that threw. Errors of the library hold prompts and answers: none is passed on. */
export function failureOf(error: unknown): CallFailure {
  const causes = causesOf(error);
  const status = callOf(causes)?.statusCode ?? null;
  const failure = (
    fault: CallFailure['fault'],
    why: string,
    more: Partial<CallFailure> = {},
  ): CallFailure => ({ fault, why, status, retryAfterMs: null, usage: null, text: '', ...more });

  const isTooLarge = causes.some((cause) => cause instanceof AnswerTooLargeError);
  if (isTooLarge && (status === null || status < 400))
    return failure('malformed', 'the answer is longer than 1 MB');
  if (causes.some((cause) => cause instanceof RedirectedError))
    return failure('provider_refused', 'the provider sends us elsewhere');
  const noObject = causes.find((cause) => NoObjectGeneratedError.isInstance(cause));
  if (noObject) {
    const { finishReason, text = '', usage } = noObject;
    const why = finishReason === 'length' ? 'the answer is cut off' : 'the answer is out of form';
    return failure('malformed', why, { text, usage: usage ? usageOf(usage) : null });
  }
  const call = callOf(causes);
  if (!call) {
    // Whatever the library throws beside: an answer without content, or in a form it does not know.
    const isOfLibrary = error instanceof Error && error.name.startsWith('AI_');
    if (isOfLibrary) return failure('malformed', 'the answer is out of form');
    return failure('unreachable', 'the provider cannot be reached');
  }
  if (status === null) return failure('unreachable', 'the provider cannot be reached');
  if (status === 429) {
    const retryAfterMs = retryAfterOf(call.responseHeaders ?? {});
    return failure('rate_limited', 'the provider takes no more questions now', { retryAfterMs });
  }
  if (status >= 500) {
    const retryAfterMs = retryAfterOf(call.responseHeaders ?? {});
    return failure('provider_error', `the provider failed with status ${status}`, { retryAfterMs });
  }
  if (status >= 400)
    return failure('provider_refused', `the provider refused with status ${status}`);
  // An answer that was read to its end and is no JSON comes with its text; one that broke off has none.
  if (call.responseBody === undefined)
    return failure('unreachable', 'the provider broke off its answer');
  return failure('malformed', 'the answer is out of form', { text: call.responseBody });
}

/** The provider's own count; null where it gives none. */
export function usageOf(usage: {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}): Usage | null {
  const { inputTokens, outputTokens } = usage;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return null;
  // Nobody answers without having read: such zeros are a server's that does not count.
  return inputTokens + outputTokens === 0 ? null : { inputTokens, outputTokens };
}

function isCount(tokens: number | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0;
}

/** Only the form in seconds is read: the other compares the provider's clock with ours. */
function retryAfterOf(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['retry-after'] ?? '';
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) * 1_000 : null;
}

function callOf(causes: readonly unknown[]): APICallError | undefined {
  return causes.find((cause) => APICallError.isInstance(cause));
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  let at = error;
  while (at instanceof Error && !causes.includes(at)) {
    causes.push(at);
    at = at.cause;
  }
  return causes;
}
