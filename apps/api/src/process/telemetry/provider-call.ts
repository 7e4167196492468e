import { currentContext } from './context.ts';
import {
  type CallOutcome,
  callBegan,
  callEnded,
  type ProviderCall,
  type ProviderCallEnd,
} from './happenings.ts';

/** What whoever makes the call learns of its answer. */
export type CallAnswer = {
  status?: number;
  providerRequestId?: string | null;
  /** Where the status does not tell. */
  outcome?: CallOutcome;
};

/**
 * Makes a call to somebody outside, and tells how it went: one line of the log, one count, one span.
 *
 * @param work sends `outgoing` along, and writes down what it learns of the answer
 */
export async function toldCall<T>(
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
  callBegan.tell(call);
  const begun = performance.now();
  const answer: CallAnswer = {};
  const end = (outcome: CallOutcome) =>
    callEnded.tell({ call, seconds: secondsSince(begun), outcome, ...told(answer) });
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

function told({ status, providerRequestId }: CallAnswer) {
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
