import { randomUUID } from 'node:crypto';
import {
  type CallInput,
  DEFAULT_TIMEOUT_MS,
  type Endpoint,
  type Reply,
} from '@quorate/contract/endpoint';
import { type ErrorDetails, failureReply } from '@quorate/contract/errors';
import { t } from '../words.ts';

/** Many times the largest answer of the service. */
const ANSWER_MAX_BYTES = 8_000_000;

export type HttpDeps = Readonly<{
  fetch: typeof fetch;
  /** Base address, such as http://localhost:3000. */
  service: string;
  /** Overrides the time every endpoint allows. */
  timeoutMs?: number;
  /** Ends a call before its time. */
  signal?: AbortSignal;
  /** The header Prefer: how long the service may hold its answer. */
  prefer?: string;
  /** A new name for a call, which the service writes into its log, too; by default a random one. */
  newRequestId?: () => string;
}>;

/**
 * Makes one call and reads the answer with the endpoint's own schema. Nothing is tried twice here.
 *
 * @param token sent as bearer where the endpoint asks for a signed-in user
 */
export async function callEndpoint<E extends Endpoint>(
  http: HttpDeps,
  endpoint: E,
  input: CallInput<E>,
  token: string | null = null,
): Promise<CallOutcome<Reply<E>>> {
  const { params = {}, query = {}, body } = partsOf(input);
  const url = endpointUrl(http.service, endpoint.path, params, query);
  const timeoutMs = http.timeoutMs ?? endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const requestId = (http.newRequestId ?? randomUUID)();
  let status: number;
  let text: string;
  let headers: Headers;
  try {
    const response = await http.fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-request-id': requestId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(http.prefer === undefined ? {} : { prefer: http.prefer }),
        ...(token === null || endpoint.auth === 'none' ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirected POST would turn into a GET; the person has to name the right address.
      redirect: 'manual',
      signal: http.signal ? AbortSignal.any([timeout, http.signal]) : timeout,
    });
    ({ status, headers } = response);
    text = await boundedText(response, ANSWER_MAX_BYTES);
  } catch (error) {
    const reason = timeout.aborted
      ? t`no answer within ${{ seconds: timeoutMs / 1_000 }} s`
      : networkReason(error);
    // Where nobody took the call, nobody can find it.
    const wasTaken = timeout.aborted || reason === brokenOff();
    return unreachable(wasTaken ? `${reason} (request ${requestId})` : reason);
  }
  return readAnswer(endpoint, { status, headers, text, requestId });
}

type Answer = { status: number; headers: Headers; text: string; requestId: string };

function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer): CallOutcome<Reply<E>> {
  const { status, headers, text, requestId } = answer;
  const wait = retryAfterMs(headers);
  const document = jsonOrNull(text);
  if (status >= 200 && status < 300) {
    const reply = endpoint.reply.safeParse(document);
    // safeParse of the widened endpoint loses which reply it is; the schema is this endpoint's own.
    if (reply.success) return { kind: 'ok', reply: reply.data as Reply<E> };
    const wrong = reply.error.issues[0];
    const where =
      wrong && wrong.path.length > 0 ? ` (${wrong.path.join('.')}: ${wrong.message})` : '';
    return {
      ...unreachable(t`its answer is not one of the Quorate service${{ where }}`, wait),
      elsewhere: true,
    };
  }
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'nowhere';
    return { ...unreachable(t`it redirects to ${{ target }}; give that address`), elsewhere: true };
  }
  const failure = failureReply.safeParse(document);
  if (status >= 500) {
    const said = failure.success ? `: ${failure.data.message}` : '';
    return unreachable(
      t`it answers with status ${{ status }}${{ said }} (request ${{ requestId }})`,
      wait,
    );
  }
  if (!failure.success) {
    const reason = t`it answers with status ${{ status }}, and not as the Quorate service does`;
    return { ...unreachable(reason, wait), elsewhere: true };
  }
  const { code, message, details = {} } = failure.data;
  return { kind: 'refused', status, code, message, details, retryAfterMs: wait, requestId };
}

function unreachable(reason: string, wait: number | null = null): Unreachable {
  return { kind: 'unreachable', reason, retryAfterMs: wait, elsewhere: false };
}

/** null for what is no JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Parts = {
  params?: Readonly<Record<string, Part>>;
  query?: Readonly<Record<string, Part>>;
  body?: unknown;
};

/** An input holds only the parts its endpoint declares; here all are optional. */
function partsOf(input: unknown): Parts {
  return typeof input === 'object' && input !== null ? input : {};
}

const brokenOff = () => t`it broke the connection off`;

/** fetch says "fetch failed"; what failed stands in the cause. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: t`nothing listens there`,
    ENOTFOUND: t`its host name is not known`,
    EAI_AGAIN: t`its host name cannot be looked up right now`,
    ECONNRESET: brokenOff(),
    UND_ERR_SOCKET: brokenOff(),
    EHOSTUNREACH: t`its host cannot be reached`,
    ENETUNREACH: t`there is no network`,
    ETIMEDOUT: t`its host does not answer`,
    UND_ERR_CONNECT_TIMEOUT: t`its host does not answer`,
  };
  return reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
}

/**
 * How one call ended. `refused` is the service's own no; `unreachable` is everything that may be
 * different in a moment: no connection, no answer in time, a 5xx, an answer no one can read.
 */
export type CallOutcome<R> = Readonly<{ kind: 'ok'; reply: R }> | ServiceRefusal | Unreachable;

export type Unreachable = Readonly<{
  kind: 'unreachable';
  /** The end of a sentence that begins with the service: "nothing listens there". */
  reason: string;
  retryAfterMs: number | null;
  /** Whether something else answers at the address, which no waiting will change. */
  elsewhere: boolean;
}>;

export type ServiceRefusal = Readonly<{
  kind: 'refused';
  status: number;
  code: string;
  /** The service's sentence. */
  message: string;
  details: ErrorDetails;
  /** From Retry-After; null where the service sent none. */
  retryAfterMs: number | null;
  /** The name of the call in the service's log. */
  requestId: string;
}>;

/** What may stand in an address; anything else would be written as [object Object]. */
type Part = string | number | boolean | undefined;

/**
 * The address of a call: `:name` parts filled in, the query attached. A service below a path keeps it.
 *
 * @throws Error when the path names a parameter that is not given
 * @example endpointUrl('http://localhost:3000', '/api/user/decisions/:decision_id', { decision_id: 'a' }, {})
 */
export function endpointUrl(
  service: string,
  path: string,
  params: Readonly<Record<string, Part>>,
  query: Readonly<Record<string, Part>>,
): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the call ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const url = new URL(service.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/**
 * Reads a body to its end, unless it is larger than any of ours: whoever answers must not fill the memory of
 * a program that trades.
 *
 * @param max bytes, unpacked
 * @throws Error when there is more, or the connection breaks
 */
export async function boundedText(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    // Leaving the loop ends the connection.
    if (size > max) throw new Error(`it sends more than ${max / 1_000_000} MB`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * How long the service asks to wait, in milliseconds. It sends seconds; a date is not ours.
 *
 * @returns null without the header or with one that is no count of seconds
 */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null || !/^\d{1,7}$/.test(text.trim())) return null;
  return Number(text) * 1_000;
}
