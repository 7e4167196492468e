import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { countTokens } from '../../../src/models/tokens.ts';
import {
  type Asked,
  BASE_PATHS,
  type Format,
  readAsked,
  type Written,
  writeAnswer,
} from './formats.ts';
import { goodVote } from './good-vote.ts';

/** What the provider does with one question. */
export type Behaviour =
  /** Answers; the sound vote with these fields, which may be too many, wrong or out of form. */
  | Readonly<{
      kind: 'vote';
      fields?: Readonly<Record<string, unknown>>;
      /** As the provider says; null: it does not say. By itself what o200k counts. */
      usage?: Written['usage'];
      afterMs?: number;
    }>
  /** Writes this text where the vote should stand. */
  | Readonly<{ kind: 'text'; text: string }>
  /** Reaches the limit of its tokens in the middle of the vote. */
  | Readonly<{ kind: 'cut-off' }>
  /** Takes the question and says nothing. */
  | Readonly<{ kind: 'hang' }>
  /** Breaks the connection in the middle of the answer. */
  | Readonly<{ kind: 'broken-off' }>
  /** An answer of 200 that is this, and no answer of the provider's. */
  | Readonly<{ kind: 'body'; body: string }>
  | Readonly<{ kind: 'status'; status: number; headers?: Readonly<Record<string, string>> }>;

export type FakeModels = {
  url: string;
  /** What the address of a model is set to. */
  baseUrl(format: Format): string;
  /** Decides for each question; sound votes at first. */
  behave: (asked: Asked, count: number) => Behaviour;
  /** Questions in the order they came. */
  asked: Asked[];
  /** Calls until the next question has come. */
  whenAsked(count: number): Promise<void>;
  /** Settles when so many callers have left before their answer, at the time (performance.now) of the last. */
  whenLeft(count: number): Promise<number>;
  /** Milliseconds from each question's last byte to its answer's. */
  tookMs: number[];
};

/** The models of three providers on one local port, in their real wire formats. */
export async function startFakeModels(test: { after(end: () => void): void }): Promise<FakeModels> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const leaving: { count: number; resolve: (at: number) => void }[] = [];
  let left = 0;
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (response.writableFinished) return;
      left += 1;
      const at = performance.now();
      for (const { count, resolve } of leaving) if (left >= count) resolve(at);
    });
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  const fake: FakeModels = {
    url,
    baseUrl: (format) => `${url}${BASE_PATHS[format]}`,
    behave: () => ({ kind: 'vote' }),
    asked: [],
    tookMs: [],
    whenAsked(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (fake.asked.length >= count) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    whenLeft(count) {
      const { promise, resolve } = Promise.withResolvers<number>();
      leaving.push({ count, resolve });
      return promise;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const begun = performance.now();
    const asked = readAsked(new URL(request.url ?? '/', url).pathname, request.headers, text);
    if (!asked) {
      send(response, 404, '{"error":{"message":"no such path"}}');
      return;
    }
    fake.asked.push(asked);
    for (const { count, resolve } of waiting) if (fake.asked.length >= count) resolve();
    await act(asked, fake.behave(asked, fake.asked.length), response);
    fake.tookMs.push(performance.now() - begun);
  }

  return fake;
}

async function act(asked: Asked, behaviour: Behaviour, response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case 'hang':
      return;
    case 'vote': {
      if (behaviour.afterMs !== undefined) await delay(behaviour.afterMs);
      const text = JSON.stringify({ ...goodVote(asked.prompt), ...behaviour.fields });
      const usage = behaviour.usage === undefined ? usageOf(asked, text) : behaviour.usage;
      send(response, 200, writeAnswer(asked, { text, finish: 'stop', usage }));
      return;
    }
    case 'text': {
      const { text } = behaviour;
      send(
        response,
        200,
        writeAnswer(asked, { text, finish: 'stop', usage: usageOf(asked, text) }),
      );
      return;
    }
    case 'cut-off': {
      const text = JSON.stringify(goodVote(asked.prompt)).slice(0, 120);
      send(
        response,
        200,
        writeAnswer(asked, { text, finish: 'length', usage: usageOf(asked, text) }),
      );
      return;
    }
    case 'broken-off': {
      const text = JSON.stringify(goodVote(asked.prompt));
      const whole = writeAnswer(asked, { text, finish: 'stop', usage: usageOf(asked, text) });
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': whole.length,
      });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
      return;
    }
    case 'body':
      send(response, 200, behaviour.body);
      return;
    case 'status':
      send(
        response,
        behaviour.status,
        '{"error":{"message":"no","type":"error"}}',
        behaviour.headers,
      );
      return;
  }
}

function usageOf({ prompt }: Asked, text: string): { input: number; output: number } {
  return { input: countTokens(prompt), output: countTokens(text) };
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
