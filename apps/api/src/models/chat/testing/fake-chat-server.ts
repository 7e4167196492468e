import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** A request of chat/completions as it came. */
export type ChatRequest = {
  model: string;
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string; parameters: unknown } }[];
  tool_choice?: unknown;
  max_tokens?: number;
};

/** What the server does with one request. */
export type ChatTurnOf =
  | {
      kind: 'text';
      /** What it thinks before it answers, told as it thinks. */
      thoughts?: readonly string[];
      pieces: readonly string[];
      finish?: 'stop' | 'length';
      usage?: Usage | null;
    }
  | { kind: 'tools'; calls: readonly { name: string; arguments: string }[]; usage?: Usage | null }
  /** Sends the pieces, and then nothing more. */
  | { kind: 'hang'; pieces: readonly string[] }
  /** Sends the pieces, and cuts the connection. */
  | { kind: 'cut'; pieces: readonly string[] }
  | { kind: 'status'; status: number; body?: string }
  /** A body that is no event stream. */
  | { kind: 'garbage' };

type Usage = { prompt_tokens: number; completion_tokens: number };
export const USAGE: Usage = { prompt_tokens: 100, completion_tokens: 20 };

export type FakeChatServer = {
  /** With /v1. */
  url: string;
  requests: ChatRequest[];
  /** Resolves when the connection of the nth request has been closed by its caller. */
  closed(nth: number): Promise<void>;
  /** Resolves when so many requests have come. */
  arrived(count: number): Promise<void>;
  /** Every text that was sent to the server. */
  heard(): string;
};

/** A local server that speaks the chat/completions stream of OpenAI and of all who imitate it. */
export async function startFakeChatServer(
  test: { after(done: () => unknown): void },
  behave: (request: ChatRequest, nth: number) => ChatTurnOf,
): Promise<FakeChatServer> {
  const requests: ChatRequest[] = [];
  const bodies: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const endOf = (nth: number) => (ends[nth] ??= Promise.withResolvers<void>());
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const nth = requests.length;
    bodies.push(JSON.stringify(request.headers), body);
    const parsed: ChatRequest = JSON.parse(body);
    requests.push(parsed);
    response.once('close', () => endOf(nth).resolve());
    for (const each of waiting) if (requests.length >= each.count) each.resolve();
    await play(behave(parsed, nth), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    closed: (nth) => endOf(nth).promise,
    arrived(count) {
      if (requests.length >= count) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      return promise;
    },
    heard: () => bodies.join('\n'),
  };
}

async function play(turnOf: ChatTurnOf, response: ServerResponse): Promise<void> {
  if (turnOf.kind === 'status') {
    response.writeHead(turnOf.status, { 'content-type': 'application/json' });
    response.end(turnOf.body ?? JSON.stringify({ error: { message: 'no' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (turnOf.kind === 'garbage') {
    response.end('data: {"choices": [nonsense\n\ndata: [DONE]\n\n');
    return;
  }
  if (turnOf.kind === 'tools') {
    const tool_calls = turnOf.calls.map((call, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: call,
    }));
    send(response, { choices: [{ index: 0, delta: { role: 'assistant', tool_calls } }] });
    finish(response, 'tool_calls', turnOf.usage === undefined ? USAGE : turnOf.usage);
    return;
  }
  for (const reasoning_content of turnOf.kind === 'text' ? (turnOf.thoughts ?? []) : [])
    send(response, { choices: [{ index: 0, delta: { reasoning_content } }] });
  for (const content of turnOf.pieces) {
    send(response, { choices: [{ index: 0, delta: { content } }] });
    // Each piece leaves by itself.
    await turn();
  }
  if (turnOf.kind === 'cut') response.destroy();
  if (turnOf.kind === 'text')
    finish(response, turnOf.finish ?? 'stop', turnOf.usage === undefined ? USAGE : turnOf.usage);
}

function finish(response: ServerResponse, finish_reason: string, usage: Usage | null): void {
  send(response, { choices: [{ index: 0, delta: {}, finish_reason }] });
  if (usage)
    send(response, {
      choices: [],
      usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
    });
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, part: object): void {
  const chunk = {
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    ...part,
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
