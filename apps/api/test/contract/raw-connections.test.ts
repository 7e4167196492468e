import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failureReply } from '@quorate/contract/errors';
import { startLiftedService } from './helpers/lifted-service.ts';
import { answersIn, openSocket, type RawSocket } from './helpers/raw-socket.ts';

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

async function start(t: TestContext) {
  // Before the service is, so that they end before it: it waits for whoever is in the middle of something.
  const opened: RawSocket[] = [];
  t.after(() => {
    for (const each of opened) each.end();
  });
  const { app } = await startLiftedService(t);
  const { server } = app;
  // The real limits are half a minute; here they pass while a test waits.
  const { requestTimeout, headersTimeout } = server;
  server.requestTimeout = 600;
  server.headersTimeout = 600;
  Reflect.set(server, 'connectionsCheckingInterval', 100);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    real: { requestTimeout, headersTimeout, idle: server.keepAliveTimeout },
    url: `http://127.0.0.1:${address.port}`,
    async open() {
      const socket = await openSocket(address.port);
      opened.push(socket);
      return socket;
    },
  };
}

type Service = Awaited<ReturnType<typeof start>>;

async function expectAlive({ url }: Service): Promise<void> {
  const { status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) });
  assert.equal(status, 200);
}

function bodyOf(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
}

describe('a connection that keeps to no rule', () => {
  const broken: [string, string][] = [
    ['nonsense', '\u0000\u0001\u0002\u00ff\r\n\r\n'],
    ['a line that is no request', 'HELLO\r\n\r\n'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['an unknown version', `GET /healthz HTTP/9.9\r\n${HOST}\r\n`],
    ['a header without a colon', `GET /healthz HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
    ['a header name with a space', `GET /healthz HTTP/1.1\r\n${HOST}a b: c\r\n\r\n`],
    ['headers of 64 KiB', `GET /healthz HTTP/1.1\r\n${HOST}X: ${'x'.repeat(65_536)}\r\n\r\n`],
    ['an address of 64 KiB', `GET /${'x'.repeat(65_536)} HTTP/1.1\r\n${HOST}\r\n`],
    [
      'two lengths',
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`,
    ],
    [
      'a length and chunks',
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n${HOST}\r\n`,
    ],
    [
      'a length below zero',
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: -1\r\n\r\n{}`,
    ],
    [
      'chunks that are none',
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    ],
    [
      'a chunk larger than memory',
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n`,
    ],
    [
      'an encoding nobody knows',
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: x\r\n\r\n{}`,
    ],
  ];

  for (const [what, words] of broken) {
    it(`is refused once and closed, and harms nobody else: ${what}`, async (t) => {
      const service = await start(t);
      const client = await service.open();
      client.say(words);
      const text = await client.heard();
      const [status, ...more] = answersIn(text);
      assert.ok(status !== undefined && status >= 400 && status < 500, text.slice(0, 300));
      assert.deepEqual(more, [], 'nothing behind the fault is taken for another request');
      const { success, code } = failureReply.parse(bodyOf(text));
      assert.deepEqual([success, code !== 'internal'], [false, true]);
      assert.doesNotMatch(text, /node_modules|HPE_|ERR_| at /);
      await expectAlive(service);
    });
  }
});

describe('a request without a host', () => {
  it('is refused by Node itself, with no words at all', async (t) => {
    const service = await start(t);
    const client = await service.open();
    client.say('GET /healthz HTTP/1.1\r\n\r\n');
    const text = await client.heard();
    assert.deepEqual(answersIn(text), [400]);
    assert.equal(text.split('\r\n\r\n')[1]?.replace(/^0$/, ''), '');
  });
});

describe('a request whose host is not one name', () => {
  for (const [what, hosts] of [
    ['two hosts', 'Host: localhost\r\nHost: evil.example\r\n'],
    ['the same host twice', 'Host: localhost\r\nhost: localhost\r\n'],
    ['an empty one', 'Host:\r\n'],
    ['one with a path', 'Host: localhost/evil.example\r\n'],
    ['one with a name before it', 'Host: localhost@evil.example\r\n'],
  ] as const)
    it(`is refused: ${what}`, async (t) => {
      const service = await start(t);
      const client = await service.open();
      client.say(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      const text = await client.heard();
      assert.deepEqual(answersIn(text), [400]);
      assert.equal(failureReply.parse(bodyOf(text)).code, 'malformed_request');
    });
});

describe('a body that is too large', () => {
  // @promise 4.4
  it('is refused before it is whole, however it comes', async (t) => {
    const service = await start(t);
    const announced = await service.open();
    announced.say(`POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 70000\r\n\r\n{`);
    assert.deepEqual(
      answersIn(await announced.heard((text) => text.includes('body_too_large'))),
      [413],
    );

    const chunked = await service.open();
    chunked.say(`POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`;
    for (let sent = 0; sent < 20; sent += 1) chunked.say(chunk);
    assert.deepEqual(
      answersIn(await chunked.heard((text) => text.includes('body_too_large'))),
      [413],
    );
    await expectAlive(service);
  });
});

describe('a connection that is slow', () => {
  // @promise 4.5
  it('is cut off while it still sends its headers, or its body, and both have a limit', async (t) => {
    const service = await start(t);
    assert.ok(service.real.requestTimeout > 0 && service.real.requestTimeout <= 60_000);
    assert.ok(service.real.headersTimeout > 0 && service.real.headersTimeout <= 60_000);
    assert.ok(service.real.idle > 0 && service.real.idle <= 60_000);
    const headers = await service.open();
    headers.say(`GET /healthz HTTP/1.1\r\n${HOST}X-A: b\r\n`);
    const body = await service.open();
    body.say(`POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 100\r\n\r\n{`);
    const drip = setInterval(() => {
      headers.say('X-C: d\r\n');
      body.say(' ');
    }, 100);
    t.after(() => clearInterval(drip));
    const texts = await Promise.all([headers.heard(), body.heard()]);
    for (const text of texts) assert.deepEqual(answersIn(text), [408], text);
    await expectAlive(service);
  });

  // @promise 4.5
  it('may be one of a thousand that say nothing, and the service answers within 200 ms', async (t) => {
    const service = await start(t);
    const silent = await Promise.all(Array.from({ length: 1_000 }, () => service.open()));
    for (const each of silent) each.say(`GET /healthz HTTP/1.1\r\n${HOST}`);
    const times: number[] = [];
    for (let asked = 0; asked < 100; asked += 1) {
      const startedAt = performance.now();
      await expectAlive(service);
      times.push(performance.now() - startedAt);
    }
    const [slowest] = times.toSorted((a, b) => b - a).slice(1);
    assert.ok(slowest !== undefined && slowest < 200, `p99 is ${slowest} ms`);
  });
});

describe('a connection that ends or hurries', () => {
  it('may close in the middle of a request, again and again', async (t) => {
    const service = await start(t);
    const whole = `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 20\r\n\r\n{"password":"x"}    `;
    for (let length = 1; length < whole.length; length += 3) {
      const client = await service.open();
      client.say(whole.slice(0, length));
      client.end();
    }
    await expectAlive(service);
  });

  it('may send sixteen requests at once: each has its answer, in order', async (t) => {
    const service = await start(t);
    const client = await service.open();
    const requests = Array.from({ length: 16 }, (_, index) =>
      index % 2 === 0
        ? `GET /healthz HTTP/1.1\r\n${HOST}\r\n`
        : `GET /api/user/dashboard HTTP/1.1\r\n${HOST}\r\n`,
    );
    client.say(requests.join(''));
    const text = await client.heard((each) => answersIn(each).length === 16);
    assert.deepEqual(
      answersIn(text),
      requests.map((_, index) => (index % 2 === 0 ? 200 : 401)),
    );
  });

  it('are closed where they send more than that ahead of their answers', async (t) => {
    const service = await start(t);
    const client = await service.open();
    client.say(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`.repeat(64));
    await client.heard();
    await expectAlive(service);
  });
});
