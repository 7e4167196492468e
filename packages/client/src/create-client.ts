import { createEventReader, type ServerEvent } from '@quorate/contract/event-stream';

export type ClientOptions = Readonly<{
  /** Origin of the service. */
  url: string;
  /** Access token of a sign-in or a device; a function is asked before each call. */
  token?: string | (() => string | null | Promise<string | null>);
  fetch?: typeof fetch;
  /** Times that a call which only reads is sent again after no answer, a 503 or a short 429; 2 by default. */
  retries?: number;
}>;

export type CallOptions = Readonly<{
  signal?: AbortSignal;
  /** How long the answer may take; of a file or of events, how long until it begins to arrive. */
  timeoutMs?: number;
  /** Of events: goes on behind this one. */
  lastEventId?: string;
}>;

type Send = (input?: Input, options?: CallOptions) => Promise<unknown>;

const RETRY_WAIT_MS = 500;
const RETRY_WAIT_MAX_MS = 30_000;

/** A client with a function for every call of the table. */
export function createClientOf(calls: CallTable, options: ClientOptions): Record<string, Send> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, shape]) => [
      name,
      (input: Input = {}, call: CallOptions = {}) => send(options, shape, input, call),
    ]),
  );
}

async function send(
  client: ClientOptions,
  shape: CallShape,
  input: Input,
  call: CallOptions,
): Promise<unknown> {
  // Reading twice does no harm anywhere. What writes is left to who calls, though the service takes it twice.
  const tries = 1 + (shape.method === 'GET' ? (client.retries ?? 2) : 0);
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await request(client, shape, input, call);
    } catch (error) {
      const wait = left > 0 ? waitMs(error, tries - left) : null;
      if (wait === null) throw error;
      await pause(wait, call.signal);
    }
  }
}

async function request(
  client: ClientOptions,
  shape: CallShape,
  input: Input,
  { signal, timeoutMs = shape.timeoutMs, lastEventId }: CallOptions,
): Promise<unknown> {
  const { token } = client;
  const address = addressOf(client.url, shape, input);
  const bearer = typeof token === 'function' ? await token() : token;
  const body = bodyOf(shape, input);
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeoutMs);
  try {
    const response = await (client.fetch ?? fetch)(address, {
      method: shape.method,
      headers: {
        accept: shape.answer === 'events' ? 'text/event-stream' : 'application/json',
        'x-request-id': crypto.randomUUID(),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        ...(body === undefined
          ? {}
          : { 'content-type': shape.sendsFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal,
    });
    return await answerOf(shape, response, signal);
  } catch (cause) {
    if (signal?.aborted || cause instanceof ApiError || cause instanceof NoAnswerError) throw cause;
    const why = clock.signal.aborted ? `within ${timeoutMs / 1_000} s` : `from ${client.url}`;
    throw new NoAnswerError(`there was no answer ${why}`, { cause });
  } finally {
    // A file and a stream last for as long as somebody reads them.
    clearTimeout(timer);
  }
}

function bodyOf({ sendsFile }: CallShape, { body }: Input): BodyInit | undefined {
  if (body === undefined) return undefined;
  return sendsFile ? (body as BodyInit) : JSON.stringify(body);
}

async function answerOf(
  shape: CallShape,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (response.ok && shape.answer === 'file') return response;
  if (response.ok && shape.answer === 'events') return eventsOf(response, signal);
  const text = await response.text();
  const document = documentOf(text);
  if (!response.ok) throw new ApiError(response.status, document, response.headers);
  if (document === undefined)
    throw new NoAnswerError(`${response.url} did not answer in JSON: ${text.slice(0, 80)}`);
  return document;
}

async function* eventsOf(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const waiting: ServerEvent[] = [];
  const feed = createEventReader((event) => waiting.push(event));
  const decoder = new TextDecoder();
  for await (const bytes of piecesOf(response, signal)) {
    feed(decoder.decode(bytes, { stream: true }));
    yield* waiting.splice(0);
  }
}

/** What a stream brings until it ends. @throws NoAnswerError where it breaks off */
async function* piecesOf(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of response.body ?? []) yield bytes;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NoAnswerError(`the events of ${response.url} broke off`, { cause });
  }
}

/** How long until a failed call is worth another try; null: it is not. */
function waitMs(error: unknown, nth: number): number | null {
  if (error instanceof NoAnswerError) return RETRY_WAIT_MS * 2 ** (nth - 1);
  if (!(error instanceof ApiError) || (error.status !== 503 && error.status !== 429)) return null;
  const wait = (error.retryAfterS ?? 1) * 1_000;
  return wait <= RETRY_WAIT_MAX_MS ? wait : null;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A call that the service refused, or could not do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** What to go by: `rate_limited`, `token_limit_reached`. */
  readonly code: string;
  readonly status: number;
  /** Figures behind the sentence: limit, actual, until. */
  readonly details: Readonly<Record<string, string | number>>;
  /** What is wrong with each field, on `validation_failed`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The name of the call in the service's log. */
  readonly requestId: string | null;
  /** Seconds until the call may be sent again; null where the service does not say. */
  readonly retryAfterS: number | null;

  constructor(status: number, document: unknown, headers: Headers) {
    const failure = (typeof document === 'object' && document !== null ? document : {}) as {
      code?: string;
      message?: string;
      details?: Record<string, string | number>;
      fields?: Record<string, string>;
      request_id?: string;
    };
    super(failure.message ?? `the service answered ${status}`);
    this.status = status;
    this.code = failure.code ?? 'unreadable_answer';
    this.details = failure.details ?? {};
    this.fields = failure.fields ?? {};
    this.requestId = failure.request_id ?? headers.get('x-request-id');
    const wait = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterS = Number.isFinite(wait) ? wait : null;
  }
}

/** A call that no answer came to, or not all of it: its outcome is unknown, and it may be sent again. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** What a client needs to know of a call to send it. */
export type CallShape = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** How its answer comes. */
  answer: 'json' | 'events' | 'file';
  /** Its body is a file. */
  sendsFile: boolean;
  /** The longest that an answer may take, in milliseconds. */
  timeoutMs: number;
}>;

export type CallTable = Readonly<Record<string, CallShape>>;

/** The parts of a call's input. */
type Input = Readonly<{
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
}>;

/** The address of a call. Parameters are encoded, and what is undefined is left out of the query. */
export function addressOf(url: string, { path }: CallShape, { params, query }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params?.[name] ?? '');
    // Dots are steps in an address however they are written: it would be the address of another call.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const tail = search.size > 0 ? `?${search}` : '';
  return `${url.replace(/\/+$/, '')}${filled}${tail}`;
}
