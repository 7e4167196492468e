import {
  type CallInput,
  DEFAULT_TIMEOUT_MS,
  type Endpoint,
  type Reply,
} from '@quorate/contract/endpoint';
import { ERRORS } from '@quorate/contract/errors';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
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
};

/**
 * Calls the service on this page's own origin. The stored token goes along as a bearer; a reply is
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
  const token = options.plain ? null : getSession().token;
  const { response, text } = await exchange(endpoint, input, token, options.signal);
  const content = parseJson(text);
  if (!response.ok || isRefusal(content)) {
    if (response.status === 401 && endpoint.path !== '/login' && !onCheckout())
      expireSession(token);
    throw refusal(response.status, content);
  }
  const reply = endpoint.reply.safeParse(content);
  if (!reply.success) {
    throw new ApiError({ code: 'bad_reply', status: response.status }, { cause: reply.error });
  }
  return reply.data as Reply<E>;
}

async function exchange(
  endpoint: Endpoint,
  input: Parts,
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal,
    });
    return { response, text: await response.text() };
  } catch (cause) {
    // A caller that gave up is told with its own reason; React Query knows it by that.
    if (signal?.aborted) throw cause;
    throw new ApiError({ code: clock.signal.aborted ? 'timeout' : 'network' }, { cause });
  } finally {
    clearTimeout(timer);
  }
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
  return /^\/checkout(\/|$)/.test(window.location.pathname);
}

/** Anything but JSON, as from a proxy in between, counts as no content. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Looser than the contract's failure, so that an older or newer service is still understood. */
const failure = z.object({
  code: z.string().catch('unknown'),
  message: z.string().min(1).optional().catch(undefined),
  error: z.string().min(1).optional().catch(undefined),
  fields: z.record(z.string(), z.string()).catch({}),
});

function isRefusal(content: unknown): boolean {
  return (
    typeof content === 'object' &&
    content !== null &&
    'success' in content &&
    content.success === false
  );
}

function refusal(status: number, content: unknown): ApiError {
  const parsed = failure.safeParse(content);
  if (!parsed.success) return new ApiError({ code: 'bad_reply', status });
  const { code, message, error, fields } = parsed.data;
  // What a broken server or a proxy says is not written for people.
  const spoken = status < 500 || Object.hasOwn(ERRORS, code);
  return new ApiError({
    code,
    status,
    sentence: spoken ? (message ?? error ?? null) : null,
    fields,
  });
}
