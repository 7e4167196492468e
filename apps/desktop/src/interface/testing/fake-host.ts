import { vi } from 'vitest';
import { type AppState, appState, STATE_STREAM } from '../../contract/app-state.ts';
import type { LocalEndpoint, LocalFailure, LocalReply } from '../../contract/local-endpoint.ts';
import { listPaper } from '../../contract/paper.ts';
import { listTerminals } from '../../contract/terminals.ts';

/** A call as the app would have seen it. */
type HostCall = Readonly<{
  endpoint: LocalEndpoint;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  secret: string | null;
}>;

/** What the fake app answers to one endpoint. */
export type HostAnswer = Readonly<{
  endpoint: LocalEndpoint;
  handle(call: HostCall): unknown;
}>;

/** One MetaTrader 5, as most computers with the app have it. */
const ONE_TERMINAL: LocalReply<typeof listTerminals> = {
  terminals: [
    {
      install_folder: 'C:\\Program Files\\MetaTrader 5',
      data_folder: 'C:\\Data\\Terminal',
      portable: false,
      account_number: '5012345',
      broker_server: 'Broker-Demo',
    },
  ],
  broker_servers: ['Broker-Demo'],
};

class Refusal extends Error {
  readonly status: number;
  readonly failure: LocalFailure;
  constructor(status: number, failure: LocalFailure) {
    super(failure.message);
    this.status = status;
    this.failure = failure;
  }
}

type Make<R> = (call: HostCall) => R | Promise<R>;

/** @param reply what is answered each time, or a function that makes it of the call */
export function answer<E extends LocalEndpoint>(
  endpoint: E,
  reply: LocalReply<E> | Make<LocalReply<E>>,
): HostAnswer {
  return { endpoint, handle: (call) => (isMake(reply) ? reply(call) : reply) };
}

/** What is answered is data, never a function. */
function isMake<R>(reply: R | Make<R>): reply is Make<R> {
  return typeof reply === 'function';
}

/** A refusal as the app words it. */
export function refuse(endpoint: LocalEndpoint, failure: LocalFailure, status = 409): HostAnswer {
  return {
    endpoint,
    handle: () => {
      throw new Refusal(status, failure);
    },
  };
}

/** Never answers. */
export function silent(endpoint: LocalEndpoint): HostAnswer {
  return { endpoint, handle: () => new Promise(() => undefined) };
}

export type FakeHost = Readonly<{
  /** Every call but those of the stream, in order. */
  calls: readonly HostCall[];
  /** Bodies of the calls of one endpoint, in order. */
  bodiesOf(endpoint: LocalEndpoint): readonly unknown[];
  /** Tells the window that the state is another. */
  tell(state: AppState): void;
  /** Answers an endpoint differently from now on. */
  change(next: HostAnswer): void;
  /** No call is answered any more, the stream ends. */
  die(): void;
}>;

/** Stands for the app on this computer. A call without an answer is an error of the test. */
export function startFakeHost(
  state: AppState,
  answers: readonly HostAnswer[] = [],
  secret = 'secret',
): FakeHost {
  const calls: HostCall[] = [];
  const table = new Map(answers.map((one) => [keyOf(one.endpoint), one]));
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let last = state;
  let alive = true;

  const stream = (signal: AbortSignal | null | undefined) => {
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller;
        streams.add(controller);
        controller.enqueue(eventOf(last));
      },
      cancel: () => {
        streams.delete(own);
      },
    });
    signal?.addEventListener('abort', () => {
      if (streams.delete(own)) own.error(new DOMException('aborted', 'AbortError'));
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!alive) throw new TypeError('Failed to fetch');
    const url = new URL(address, window.location.origin);
    const given = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null;
    if (url.pathname.startsWith('/api/') && given !== secret) {
      return json(403, { code: 'forbidden', message: 'Not of this launch.' });
    }
    if (url.pathname === STATE_STREAM) return stream(init.signal);
    const method = init.method ?? 'GET';
    for (const { endpoint, handle } of table.values()) {
      const params = endpoint.method === method ? paramsOf(endpoint.path, url.pathname) : null;
      if (params === null) continue;
      const query = Object.fromEntries(url.searchParams);
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      endpoint.body?.parse(body);
      const call = { endpoint, params, query, body, secret: given };
      calls.push(call);
      try {
        return json(200, endpoint.reply.parse(await handle(call)));
      } catch (error) {
        if (error instanceof Refusal) return json(error.status, error.failure);
        throw error;
      }
    }
    // The first screens ask for these; most tests are about something else.
    if (`${method} ${url.pathname}` === keyOf(listPaper)) return json(200, { hosted: null });
    if (`${method} ${url.pathname}` === keyOf(listTerminals)) return json(200, ONE_TERMINAL);
    throw new Error(`the test answers no ${method} ${url.pathname}`);
  });

  return {
    calls,
    bodiesOf: (endpoint) =>
      calls.filter((call) => keyOf(call.endpoint) === keyOf(endpoint)).map(({ body }) => body),
    tell: (next) => {
      last = next;
      for (const controller of streams) controller.enqueue(eventOf(next));
    },
    change: (next) => {
      table.set(keyOf(next.endpoint), next);
    },
    die: () => {
      alive = false;
      for (const controller of streams) controller.error(new TypeError('network error'));
      streams.clear();
    },
  };
}

function keyOf({ method, path }: LocalEndpoint): string {
  return `${method} ${path}`;
}

function eventOf(state: AppState): Uint8Array {
  const document = JSON.stringify(appState.parse(state));
  return new TextEncoder().encode(`event: state\ndata: ${document}\n\n`);
}

function json(status: number, document: unknown): Response {
  return new Response(JSON.stringify(document), { status });
}

/** null where the path is another. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}
