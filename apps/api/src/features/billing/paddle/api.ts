import type { z } from 'zod';
import {
  type CallAnswer,
  observedCall,
  wellFormedId,
} from '../../../process/telemetry/provider-calls.ts';
import { PaymentsError } from '../payments.ts';
import { busy, type Refusal, readRefusal, refused } from './refusal.ts';

const BODY_MAX = 1024 * 1024;

type PaddleCall = Readonly<{
  method: 'GET' | 'POST' | 'PATCH';
  /** With everything in it encoded, such as '/transactions/txn_…?per_page=50'. */
  path: string;
  body?: object;
  /** Default 1 MiB. */
  largestBytes?: number;
  /** Of several calls that have to end together. Default: the limit of one call. */
  deadline?: AbortSignal;
}>;

export type PaddleApi = Readonly<{
  /** When a set of calls that begins now has to have ended. */
  deadline(): AbortSignal;
  /** @throws PaymentsError */
  ask<T>(call: PaddleCall, answer: z.ZodType<T>): Promise<T>;
  /** @returns null on a refusal that only says that there is nothing. @throws PaymentsError */
  find<T>(
    call: PaddleCall,
    answer: z.ZodType<T>,
    isNothing: (refusal: Refusal) => boolean,
  ): Promise<T | null>;
}>;

/**
 * Calls of the provider's API. Each one ends within the time limit, the reading of its answer included;
 * none is tried again and no redirect is followed, since the provider has no idempotency keys and the
 * key is for its host alone.
 */
export function createApi(
  options: Readonly<{ apiKey: string; url: string; timeoutMs: number }>,
): PaddleApi {
  const { apiKey, url, timeoutMs } = options;
  const deadline = () => AbortSignal.timeout(timeoutMs);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'paddle-version': '1',
    accept: 'application/json',
    // Counting everything that a list would hold takes the provider long, and nobody here asks for it.
    'skip-count': 'true',
  };

  const send = (call: PaddleCall, name: string) =>
    observedCall({ provider: 'paddle', operation: name }, (outgoing, told) =>
      sendWith(call, name, outgoing, told),
    );

  async function sendWith(
    call: PaddleCall,
    name: string,
    outgoing: Readonly<Record<string, string>>,
    told: CallAnswer,
  ) {
    const { method, path, body, largestBytes = BODY_MAX } = call;
    const signal = call.deadline ?? deadline();
    try {
      const response = await fetch(url + path, {
        method,
        signal,
        redirect: 'manual',
        headers: {
          ...outgoing,
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      told.status = response.status;
      const text = await readBody(response, largestBytes);
      told.providerRequestId = requestIdIn(text);
      // Whatever answers may repeat what it was sent; faults quote answers.
      return { response, text: hideKey(text, apiKey) };
    } catch (cause) {
      const why = signal.aborted ? `gave no answer within ${timeoutMs} ms` : 'got no whole answer';
      throw new PaymentsError('unreachable', `${name} ${why}`, {
        cause: withoutKey(cause, apiKey),
      });
    }
  }

  async function exchange<T>(
    call: PaddleCall,
    answer: z.ZodType<T>,
  ): Promise<{ data: T } | { refusal: Refusal }> {
    const name = nameOf(call);
    const { response, text } = await send(call, name);
    const { status } = response;
    if (status === 429) throw busy(name, response.headers.get('retry-after'));
    if (response.ok) {
      const read = answer.safeParse(parsed(text, name, status));
      if (read.success) return { data: read.data };
      throw strange(name, status, 'an answer of another shape', read.error);
    }
    if (status < 400 || status >= 500) throw strange(name, status, 'no answer to it');
    const refusal = readRefusal(status, parsed(text, name, status));
    if (!refusal) throw strange(name, status, 'no refusal of the provider');
    return { refusal };
  }

  return {
    deadline,
    ask: async (call, answer) => {
      const result = await exchange(call, answer);
      if ('refusal' in result) throw refused(nameOf(call), result.refusal);
      return result.data;
    },
    find: async (call, answer, isNothing) => {
      const result = await exchange(call, answer);
      if (!('refusal' in result)) return result.data;
      if (isNothing(result.refusal)) return null;
      throw refused(nameOf(call), result.refusal);
    },
  };
}

/** The provider's own name of a call stands at the end of every answer, also of one that cannot be read. */
function requestIdIn(text: string): string | null {
  return wellFormedId(/"request_id"\s*:\s*"([^"]{1,100})"/.exec(text.slice(-2_000))?.[1]);
}

function nameOf({ method, path }: PaddleCall): string {
  return `${method} ${path.split('?', 1)[0]}`;
}

function parsed(text: string, name: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw strange(name, status, 'something that is no JSON', cause);
  }
}

/** Not the provider's answer, or none that can be read: whether the call was carried out is not known. */
function strange(name: string, status: number, what: string, cause?: unknown): PaymentsError {
  return new PaymentsError('unreachable', `${name} got ${what} with status ${status}`, { cause });
}

/**
 * The same error, and what caused it, with nothing but its words and code: errors of the platform carry
 * whatever they were working on, such as the bytes of an answer, and an answer may repeat what was sent.
 */
function withoutKey(error: unknown, key: string): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, cause } = error;
  const told = new Error(hideKey(`${name}: ${message}`, key), { cause: withoutKey(cause, key) });
  // Its stack is this function's, which helps nobody.
  told.stack = told.message;
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(told, { code: hideKey(error.code, key) })
    : told;
}

function hideKey(text: string, key: string): string {
  return text.replaceAll(key, '(key)');
}

/** An answer that was broken off because it went on for too long. */
class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor(limitBytes: number) {
    super(`the answer is larger than ${limitBytes} bytes`);
  }
}

/**
 * Reads the body of an answer as text.
 *
 * @throws TooLargeError past the limit, with the connection closed
 */
async function readBody(response: Response, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Left by a throw, the loop cancels the stream.
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > limitBytes) throw new TooLargeError(limitBytes);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
