import { type Panel, VotingAbandonedError } from '../../models/panel.ts';
import { currentContext } from './context.ts';
import {
  type CallOutcome,
  callFinished,
  callStarted,
  type ProviderCall,
  type ProviderCallEnd,
  voteCast,
} from './events.ts';

/** Filled in by the code that makes the call. */
export type CallAnswer = {
  status?: number;
  providerRequestId?: string | null;
  /** Where the status alone does not say it. */
  outcome?: CallOutcome;
};

/**
 * Makes a call to an outside service and publishes how it went: one log line, one count, one span.
 *
 * @param work sends the headers `outgoing`, and fills in `answer`
 */
export async function observedCall<T>(
  {
    provider,
    operation,
    about = {},
  }: Pick<ProviderCall, 'provider' | 'operation'> & Partial<Pick<ProviderCall, 'about'>>,
  work: (outgoing: Readonly<Record<string, string>>, answer: CallAnswer) => Promise<T>,
): Promise<T> {
  const context = currentContext();
  const outgoing: Record<string, string> = context
    ? { 'x-client-request-id': context.requestId }
    : {};
  const call: ProviderCall = { provider, operation, about, outgoing };
  callStarted.publish(call);
  const begun = performance.now();
  const answer: CallAnswer = {};
  const end = (outcome: CallOutcome) =>
    callFinished.publish({ call, seconds: secondsSince(begun), outcome, ...learned(answer) });
  try {
    const result = await work(outgoing, answer);
    end(answer.outcome ?? outcomeOf(answer.status));
    return result;
  } catch (error) {
    const isAbort = error instanceof Error && error.name === 'AbortError';
    end(answer.outcome ?? (isAbort ? 'cancelled' : 'unreachable'));
    throw error;
  }
}

function learned({ status, providerRequestId }: CallAnswer) {
  return {
    status: status ?? null,
    providerRequestId: providerRequestId ?? null,
  } satisfies Partial<ProviderCallEnd>;
}

function outcomeOf(status: number | undefined): CallOutcome {
  if (status === undefined || status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1_000;
}

/** Where providers put their own id of a call: Anthropic, OpenAI and compatible ones, others. */
const ID_HEADERS = ['request-id', 'x-request-id', 'x-github-request-id', 'x-goog-request-id'];
const ID_LETTERS_MAX = 100;

/**
 * `fetch` that publishes every call, without the query, which holds sign-in codes.
 *
 * @param sendsId whether the call carries our request id
 */
export function observedFetch(
  provider: string,
  inner: typeof fetch,
  { about = {}, sendsId = true }: { about?: Record<string, string>; sendsId?: boolean } = {},
): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const operation = `${init?.method ?? 'GET'} ${url.pathname}`;
    return observedCall({ provider, operation, about }, async (outgoing, answer) => {
      const headers = sendsId ? { headers: withHeaders(init?.headers, outgoing) } : {};
      const response = await inner(input, { ...init, ...headers });
      answer.status = response.status;
      answer.providerRequestId = providerIdOf(response.headers);
      return response;
    });
  };
}

function providerIdOf(headers: Headers): string | null {
  for (const name of ID_HEADERS) {
    const id = headers.get(name);
    if (id) return wellFormedId(id);
  }
  return null;
}

export function wellFormedId(id: unknown): string | null {
  return typeof id === 'string' && /^[\w.:/=+-]+$/.test(id) ? id.slice(0, ID_LETTERS_MAX) : null;
}

function withHeaders(given: RequestInit['headers'], more: Readonly<Record<string, string>>) {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return Object.fromEntries(headers);
}

/** A panel that publishes its votes. */
export function observedPanel(panel: Panel): Panel {
  return {
    ...panel,
    async ask(question, signal) {
      try {
        const votes = await panel.ask(question, signal);
        for (const vote of votes) voteCast.publish(vote);
        return votes;
      } catch (error) {
        if (error instanceof VotingAbandonedError) publishAbandoned(error.tokens);
        throw error;
      }
    },
  };
}

/** It is not known which model used the tokens. */
function publishAbandoned(inputTokens: number): void {
  const nothing = { outputTokens: 0, costMicroUsd: 0, latencyMs: 0 };
  const analyst = 'abandoned';
  voteCast.publish({ analyst, provider: analyst, fault: 'cancelled', inputTokens, ...nothing });
}
