import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  addressOf,
  type CallShape,
  type CallTable,
  createClientOf,
  NoAnswerError,
} from './create-client.ts';

const CALL = { method: 'GET', answer: 'json', sendsFile: false, timeoutMs: 2_000 } as const;
const CALLS = {
  read: { ...CALL, path: '/read' },
  write: { ...CALL, path: '/write', method: 'POST' },
  load: { ...CALL, path: '/load', answer: 'file', timeoutMs: 100 },
  follow: { ...CALL, path: '/follow', answer: 'events', timeoutMs: 100 },
} satisfies CallTable;

type Answer = (reply: ServerResponse, request: IncomingMessage) => unknown;

/** A client of a service whose calls are answered by these, one after the other; the last one again. */
async function clientOf(t: TestContext, ...answers: [Answer, ...Answer[]]) {
  let calls = 0;
  const server = createServer(async (request, reply) => {
    const answer = answers[calls] ?? answers.at(-1);
    calls += 1;
    await answer?.(reply, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClientOf(CALLS, { url });
  const call = (name: keyof typeof CALLS, options = {}) => client[name]?.({}, options);
  return { call, calls: () => calls };
}

/** The connection is cut in the middle of the answer. */
const halfway: Answer = async (reply) => {
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  reply.write('{"success":');
  await pause(20);
  reply.destroy();
};

const never: Answer = () => {};

describe('an answer that breaks off halfway', () => {
  it('is none: a call that reads is sent again', async (t) => {
    const { call, calls } = await clientOf(t, halfway, (reply) => reply.end('{"whole":true}'));
    assert.deepEqual(await call('read'), { whole: true });
    assert.equal(calls(), 2);
  });

  it('leaves what a call that writes has done unknown, and says so', async (t) => {
    const { call, calls } = await clientOf(t, halfway);
    await assert.rejects(async () => call('write'), NoAnswerError);
    assert.equal(calls(), 1);
  });

  it('in its middle is waited for no longer than the call may take', async (t) => {
    const { call } = await clientOf(t, (reply) => reply.write('{'));
    await assert.rejects(async () => call('write', { timeoutMs: 50 }), {
      name: 'NoAnswerError',
      message: 'there was no answer within 0.05 s',
    });
  });
});

describe('a file', () => {
  it('may take longer to arrive than to begin', async (t) => {
    const { call } = await clientOf(t, async (reply) => {
      reply.write('first ');
      await pause(300);
      reply.end('last');
    });
    const response = (await call('load')) as Response;
    assert.equal(await response.text(), 'first last');
  });

  it('that does not begin to arrive is given up', async (t) => {
    const { call, calls } = await clientOf(t, never, (reply) => reply.end('here'));
    assert.equal(await ((await call('load')) as Response).text(), 'here');
    assert.equal(calls(), 2);
  });
});

describe('events', () => {
  const eventsOf = async (stream: unknown) => {
    const seen: string[] = [];
    const ended = (async () => {
      for await (const { data } of stream as AsyncIterable<{ data: string }>) seen.push(data);
    })().then(
      () => null,
      (error: unknown) => error,
    );
    return { seen, error: await ended };
  };

  it('that do not begin to come are given up', async (t) => {
    const { call, calls } = await clientOf(t, never, (reply) => reply.end('data: 1\n\n'));
    assert.deepEqual((await eventsOf(await call('follow'))).seen, ['1']);
    assert.equal(calls(), 2);
  });

  it('come for as long as they are read, and their end is told from their breaking off', async (t) => {
    const slowly = async (reply: ServerResponse) => {
      reply.write('data: 1\n\n');
      await pause(300);
      reply.write('data: 2\n\n');
      await pause(20);
    };
    const { call } = await clientOf(
      t,
      async (reply) => {
        await slowly(reply);
        reply.end();
      },
      async (reply) => {
        await slowly(reply);
        reply.destroy();
      },
    );
    assert.deepEqual(await eventsOf(await call('follow')), { seen: ['1', '2'], error: null });
    const broken = await eventsOf(await call('follow'));
    assert.deepEqual(broken.seen, ['1', '2']);
    assert.ok(broken.error instanceof NoAnswerError);
  });

  it('go on behind the last one that was seen', async (t) => {
    const { call } = await clientOf(t, (reply, { headers }) =>
      reply.end(`data: ${String(headers['last-event-id'])}\n\n`),
    );
    const stream = await call('follow', { lastEventId: '17' });
    assert.deepEqual((await eventsOf(stream)).seen, ['17']);
  });
});

it('a parameter that would lead to another call is not sent', () => {
  const shape: CallShape = { ...CALL, path: '/users/:id/sessions' };
  for (const id of ['', '.', '..'])
    assert.throws(() => addressOf('http://x', shape, { params: { id } }), /parameter id/);
  assert.equal(
    addressOf('http://x/base/', shape, { params: { id: '../..' } }),
    'http://x/base/users/..%2F../sessions',
  );
});
