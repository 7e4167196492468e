import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { respond, startRawServer } from './testing/raw-server.ts';
import { SUBSCRIPTION, TRANSACTION } from './testing/samples.ts';
import { KEY, LATEST_MS, paddleAt, SHORT_MS, troubleOf } from './testing/trouble.ts';

/** A call that only asks, and one that does something. */
const CALLS = {
  asking: (url: string, timeoutMs?: number) =>
    paddleAt(url, timeoutMs).findTransaction(TRANSACTION.id),
  doing: (url: string, timeoutMs?: number) =>
    paddleAt(url, timeoutMs).cancelSubscription(SUBSCRIPTION.id, 'immediately'),
};

async function meet(
  t: TestContext,
  call: keyof typeof CALLS,
  answer: (socket: Socket) => void,
  timeoutMs?: number,
) {
  const { url, received } = await startRawServer(t, answer);
  const error = await troubleOf(CALLS[call](url, timeoutMs));
  return { error, received };
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

function drip(socket: Socket): void {
  socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  const timer = setInterval(() => socket.write('1\r\n \r\n'), 20);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket): void {
  socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  const more = () => {
    while (!socket.destroyed && socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`));
  };
  socket.on('drain', more);
  more();
}

const HANGING: [string, (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['stops after the head', (socket) => socket.write(`${HEAD}content-length: 9\r\n`)],
  [
    'stops in the middle of the body',
    (socket) => socket.write(`${HEAD}content-length: 900\r\n\r\n{"data":`),
  ],
  ['gives its answer a byte at a time', drip],
];

for (const [what, answer] of HANGING) {
  for (const call of ['asking', 'doing'] as const) {
    it(`${call} is over in time, and its outcome unknown, when the provider ${what}`, async (t) => {
      const started = performance.now();
      const { error, received } = await meet(t, call, answer, SHORT_MS);
      assert.ok(performance.now() - started < LATEST_MS);
      assert.equal(error.kind, 'unreachable');
      assert.match(error.message, /^(GET|POST) .* gave no answer within 300 ms$/);
      // Never twice; on a busy machine the time may be over before it is received once.
      assert.ok(received.length <= 1);
    });
  }
}

const BROKEN: [string, (socket: Socket) => void, RegExp][] = [
  ['breaks the connection off', (socket) => socket.destroy(), /got no whole answer/],
  ['resets the connection', (socket) => socket.resetAndDestroy(), /got no whole answer/],
  [
    'breaks off in the middle of the body',
    (socket) => socket.end(`${HEAD}content-length: 900\r\n\r\n{"data":`),
    /got no whole answer/,
  ],
  ['speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), /got no whole answer/],
  [
    'answers 502 with a page',
    (socket) => respond(socket, 502, '<html>Bad Gateway</html>', { 'content-type': 'text/html' }),
    /status 502/,
  ],
  [
    'answers 500 in its own words',
    (socket) => respond(socket, 500, '{"error":{"code":"internal_error","detail":""}}'),
    /status 500/,
  ],
  [
    'sends us elsewhere',
    (socket) => respond(socket, 302, '', { location: 'http://127.0.0.1:1/' }),
    /status 302/,
  ],
  [
    'answers 200 with a page',
    (socket) => respond(socket, 200, '<html>'),
    /no JSON with status 200/,
  ],
  ['answers 200 with nothing', (socket) => respond(socket, 200, ''), /no JSON with status 200/],
  ['answers 200 with null', (socket) => respond(socket, 200, 'null'), /another shape/],
  ['answers 200 with an error', (socket) => respond(socket, 200, '{"error":{}}'), /another shape/],
  [
    'answers with another entity',
    (socket) => respond(socket, 200, '{"data":{"id":"pro_01","name":"Plan"}}'),
    /another shape/,
  ],
  ['answers 403 with a page of a firewall', (socket) => respond(socket, 403, '<html>'), /no JSON/],
  ['answers 404 with a page', (socket) => respond(socket, 404, 'Not Found'), /no JSON/],
  ['answers 404 in other words', (socket) => respond(socket, 404, '{"message":""}'), /no refusal/],
];

for (const [what, answer, words] of BROKEN) {
  for (const call of ['asking', 'doing'] as const) {
    it(`the outcome of ${call} is unknown when the provider ${what}`, async (t) => {
      const { error, received } = await meet(t, call, answer);
      assert.equal(error.kind, 'unreachable');
      assert.match(error.message, words);
      assert.match(error.message, call === 'asking' ? /^GET \/trans/ : /^POST \/subs.*\/cancel /);
      // Nothing is tried again: the provider may have done it.
      assert.equal(received.length, 1);
    });
  }
}

it('an answer without end is broken off at its largest size', async (t) => {
  const { error } = await meet(t, 'asking', flood);
  assert.match(String(error.cause), /larger than 1048576 bytes/);
});

it('a provider that is not there is out of reach', async () => {
  const error = await troubleOf(CALLS.doing('http://127.0.0.1:1'));
  assert.equal(error.kind, 'unreachable');
  assert.ok(error.cause instanceof Error);
});

it('a name that no server has is out of reach', async () => {
  const error = await troubleOf(CALLS.doing('http://provider.invalid'));
  assert.equal(error.kind, 'unreachable');
});

describe('a provider that is overrun', () => {
  const REFUSAL = '{"error":{"type":"api_error","code":"too_many_requests","detail":"later"}}';
  const cases: [string, string | undefined, number | undefined][] = [
    ['with a time', '7', 7_000],
    ['without a time', undefined, undefined],
    ['with a date', 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['with nonsense', '-5', undefined],
    ['with an age', '99999999999', undefined],
  ];
  for (const [what, retryAfter, expected] of cases) {
    it(`says that it is busy ${what}`, async (t) => {
      const headers: Record<string, string> =
        retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      const { error } = await meet(t, 'doing', (socket) => respond(socket, 429, REFUSAL, headers));
      assert.deepEqual([error.kind, error.retryAfterMs], ['busy', expected]);
    });
  }

  it('is busy with a page of a gateway, too', async (t) => {
    const { error } = await meet(t, 'asking', (socket) => respond(socket, 429, '<html>'));
    assert.equal(error.kind, 'busy');
  });
});

describe('a refusal', () => {
  const refuse =
    (status: number, code: string, more: object = {}) =>
    (socket: Socket) =>
      respond(socket, status, JSON.stringify({ error: { code, detail: 'no', ...more } }));

  it('has the code of the provider, and says which fields are wrong', async (t) => {
    const errors = [{ field: 'items', message: 'is needed' }];
    const { error } = await meet(t, 'doing', refuse(400, 'invalid_field', { errors }));
    assert.deepEqual([error.kind, error.code], ['refused', 'invalid_field']);
    assert.match(error.message, /was refused with 400 invalid_field \(no; items is needed\)$/);
  });

  it('of a conflict is a refusal', async (t) => {
    const { error } = await meet(t, 'doing', refuse(409, 'subscription_locked_renewal'));
    assert.deepEqual([error.kind, error.code], ['refused', 'subscription_locked_renewal']);
  });

  it('of an id is null to one who looks for it, and a refusal to one who changes it', async (t) => {
    for (const [status, code] of [
      [404, 'not_found'],
      [400, 'bad_request'],
      [400, 'invalid_field'],
    ] as const) {
      const { url } = await startRawServer(t, refuse(status, code));
      assert.equal(await CALLS.asking(url), null);
      const error = await troubleOf(CALLS.doing(url));
      assert.deepEqual([error.kind, error.code], ['refused', code]);
    }
  });

  it('of the whole address is no answer about an id', async (t) => {
    const { error } = await meet(t, 'asking', refuse(404, 'invalid_url'));
    assert.deepEqual([error.kind, error.code], ['refused', 'invalid_url']);
  });

  it('of an invoice is null, unless the key or the address is refused', async (t) => {
    const ask = async (status: number, code: string) => {
      const { url } = await startRawServer(t, refuse(status, code));
      return paddleAt(url).invoiceUrl(TRANSACTION.id);
    };
    assert.equal(await ask(404, 'not_found'), null);
    assert.equal(await ask(400, 'transaction_has_none'), null);
    assert.equal((await troubleOf(ask(403, 'forbidden'))).code, 'forbidden');
    assert.equal((await troubleOf(ask(404, 'invalid_url'))).code, 'invalid_url');
  });
});

describe('the key', () => {
  it('is in no error, though the answer repeats it', async (t) => {
    const echoes: ((socket: Socket) => void)[] = [
      (socket) => respond(socket, 400, JSON.stringify({ error: { code: 'x', detail: KEY } })),
      (socket) => respond(socket, 400, JSON.stringify({ error: { code: KEY, detail: '' } })),
      (socket) => respond(socket, 200, KEY),
      (socket) => respond(socket, 200, JSON.stringify({ data: { id: KEY, [KEY]: KEY } })),
      (socket) => respond(socket, 502, `authorization: Bearer ${KEY}`),
      (socket) => respond(socket, 429, KEY, { 'retry-after': KEY }),
      (socket) => respond(socket, 302, '', { location: `http://127.0.0.1:1/?key=${KEY}` }),
      (socket) => socket.end(`HTTP/1.1 ${KEY}\r\n\r\n`),
    ];
    // `troubleOf` looks for it: in the message, in every cause, and in all that a log would print.
    for (const answer of echoes) await meet(t, 'doing', answer);
  });

  it('goes to nobody that an answer names', async (t) => {
    const other = await startRawServer(t, (socket) => respond(socket, 200, '{}'));
    for (const status of [301, 302, 303, 307, 308])
      await meet(t, 'doing', (socket) => respond(socket, status, '', { location: other.url }));
    assert.deepEqual(other.received, []);
  });

  it('is sent as a bearer, beside the version of the API', async (t) => {
    const { received } = await meet(t, 'doing', (socket) => respond(socket, 500, ''));
    assert.match(received[0] ?? '', new RegExp(`\r\nauthorization: Bearer ${KEY}\r\n`, 'i'));
    assert.match(received[0] ?? '', /\r\npaddle-version: 1\r\n/i);
    assert.match(received[0] ?? '', /\r\ncontent-type: application\/json\r\n/i);
  });
});
