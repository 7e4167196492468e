import { DEMO_TOKEN } from '@quorate/contract/demo-account';
import {
  type CallInput,
  DEFAULT_TIMEOUT_MS,
  type Endpoint,
  type Reply,
} from '@quorate/contract/endpoint';
import { LANGUAGE } from '@quorate/ui/language';
import { ApiError } from './api-error.ts';
import { isRefusal, refusal } from './api-refusal.ts';
import { currentPath } from './base-path.ts';
import { takeFirstCall } from './first-call.ts';
import { expireSession, getSession } from './session/session.ts';

type Parts = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

type CallOptions = {
  readonly signal?: AbortSignal;
  /** A plain request carries no token. */
  readonly plain?: boolean;
  /** Where it is not JSON that the caller would rather have. */
  readonly accept?: string;
};

/**
 * Calls the service on this page's own origin. The stored token goes along as a bearer, the demo's on its page; a reply is
 * parsed with the endpoint's schema. A 401 ends the session, except on /checkout and for sign-in itself,
 * whose own page shows the message.
 *
 * @throws ApiError when the service refuses, does not answer in time or answers with something else
 * @example const { reviews } = await callApi(listReviews, {});
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Parts,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const { status, content } = await answerOf(
    endpoint,
    input,
    async (response) => ({ status: response.status, content: parseJson(await response.text()) }),
    options,
  );
  if (isRefusal(content)) throw refusal(status, content);
  const reply = endpoint.reply.safeParse(content);
  if (!reply.success) throw new ApiError({ code: 'bad_reply', status }, { cause: reply.error });
  return reply.data as Reply<E>;
}

/**
 * Calls the service and reads a good answer as the caller likes, such as a file while it arrives.
 *
 * @param read gets the answer as soon as its head is there, with a status of 200 to 299
 * @throws ApiError as `callApi` does
 * @example await answerOf(exportMyData, {}, (response) => response.blob())
 */
export async function answerOf<T>(
  endpoint: Endpoint,
  input: Parts,
  read: (response: Response) => Promise<T>,
  options: CallOptions = {},
): Promise<T> {
  const token = options.plain ? null : onDemo() ? DEMO_TOKEN : getSession().token;
  const { signal } = options;
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  try {
    const ended = signal ? AbortSignal.any([signal, clock.signal]) : clock.signal;
    const address = addressOf(endpoint, input);
    const first = endpoint.method === 'GET' ? takeFirstCall(address, token, ended) : null;
    const response = await (first ??
      fetch(address, {
        method: endpoint.method,
        headers: headersOf(input, token, options.accept),
        body: bodyOf(input.body),
        signal: ended,
      }));
    if (response.ok) return await read(response);
    const content = parseJson(await response.text());
    if (response.status === 401 && endpoint.path !== '/login' && !onCheckout()) {
      expireSession(token);
    }
    throw refusal(response.status, content);
  } catch (cause) {
    // A caller that gave up is told with its own reason; React Query knows it by that.
    if (signal?.aborted || cause instanceof ApiError) throw cause;
    throw new ApiError({ code: clock.signal.aborted ? 'timeout' : 'network' }, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A file goes as it is, everything else as JSON. */
function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : JSON.stringify(body);
}

function typeOf(body: unknown): string {
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

function headersOf(
  input: Parts,
  token: string | null,
  accept = 'application/json',
): Record<string, string> {
  return {
    Accept: accept,
    'Accept-Language': LANGUAGE,
    ...(input.body === undefined ? {} : { 'Content-Type': typeOf(input.body) }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
}

function addressOf(endpoint: Endpoint, input: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(input.params?.[name]) ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const text = textOf(value);
    if (text !== null) query.set(name, text);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Addresses carry plain values only; what is not given stays out. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function onCheckout(): boolean {
  return /^\/checkout(\/|$)/.test(currentPath());
}

/** Anything but JSON, as from a proxy in between, counts as no content. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the page is the live demo's, whose calls are the demo's alone, whoever is signed in. */
function onDemo(): boolean {
  return /^\/demo(\/|$)/i.test(currentPath());
}
