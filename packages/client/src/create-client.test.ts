import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallTable } from './create-client.ts';
import { ApiError, createClientOf, NoAnswerError } from './create-client.ts';
import { pages } from './pages.ts';

const CALLS: CallTable = {
  read: { method: 'GET', path: '/things/:id', answer: 'json', sendsFile: false, timeoutMs: 1_000 },
  write: { method: 'POST', path: '/things', answer: 'json', sendsFile: false, timeoutMs: 1_000 },
  follow: { method: 'GET', path: '/live', answer: 'events', sendsFile: false, timeoutMs: 10 },
};

/** A client whose calls are answered by these, one after the other. */
function clientWith(...answers: (Response | Error)[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const client = createClientOf(CALLS, {
    url: 'http://service/',
    token: () => 'secret',
    fetch: async (url, init) => {
      sent.push({ url: url instanceof Request ? url.url : url.toString(), init: init ?? {} });
      const answer = answers.shift() ?? new Error('nothing more is answered');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { client, sent };
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json(
    { success: false, code: 'busy', message: 'Later.', details: { limit: 3 } },
    { status, headers },
  );

describe('a call', () => {
  it('is sent with its parameters, its token and a name of its own', async () => {
    const { client, sent } = clientWith(Response.json({ ok: 1 }));
    const reply = await client.read?.({
      params: { id: 'a/b' },
      query: { page: 2, zone: undefined },
    });
    assert.deepEqual(reply, { ok: 1 });
    assert.equal(sent[0]?.url, 'http://service/things/a%2Fb?page=2');
    const headers = new Headers(sent[0]?.init.headers);
    assert.equal(headers.get('authorization'), 'Bearer secret');
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(headers.get('content-type'), null);
  });

  it('without a parameter of its address is not sent', async () => {
    const { client, sent } = clientWith();
    await assert.rejects(async () => client.read?.(), /needs the parameter id/);
    assert.equal(sent.length, 0);
  });

  it('that reads is sent again after no answer and a 503, as often as it may', async () => {
    const { client, sent } = clientWith(
      new Error('cut'),
      refusal(503, { 'retry-after': '0' }),
      Response.json({}),
    );
    await client.read?.({ params: { id: 1 } });
    assert.equal(sent.length, 3);
    const { client: other } = clientWith(
      ...Array.from({ length: 3 }, () => refusal(503, { 'retry-after': '0' })),
    );
    await assert.rejects(async () => other.read?.({ params: { id: 1 } }), {
      code: 'busy',
      status: 503,
    });
  });

  it('that writes is sent once, and says that its outcome is unknown', async () => {
    const { client, sent } = clientWith(new Error('cut'));
    await assert.rejects(async () => client.write?.({ body: { a: 1 } }), NoAnswerError);
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.init.body, '{"a":1}');
  });

  it('that is refused has code, figures and the wait; one to wait too long is not tried again', async () => {
    const { client, sent } = clientWith(
      refusal(429, { 'retry-after': '3600', 'x-request-id': 'r1' }),
    );
    const error = await client.read?.({ params: { id: 1 } }).then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ApiError);
    assert.deepEqual(
      [error.code, error.status, error.message, error.details, error.retryAfterS, error.requestId],
      ['busy', 429, 'Later.', { limit: 3 }, 3_600, 'r1'],
    );
    assert.equal(sent.length, 1);
  });

  it('that is answered by something else says so', async () => {
    const page = () => new Response('<html>', { status: 200 });
    const { client } = clientWith(page(), page(), page());
    await assert.rejects(async () => client.write?.({}), /did not answer in JSON/);
  });

  it('that is given up ends as it was told to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    const { client } = clientWith(new Error('aborted'));
    await assert.rejects(async () => client.write?.({}, { signal: stop.signal }), /aborted/);
  });

  it('of events gives them one after the other', async () => {
    const { client } = clientWith(new Response('event: a\ndata: 1\n\ndata: 2\n\n'));
    const events = (await client.follow?.()) as AsyncIterable<{ name: string; data: string }>;
    const seen: string[] = [];
    for await (const { name, data } of events) seen.push(`${name} ${data}`);
    assert.deepEqual(seen, ['a 1', 'message 2']);
  });
});

it('the pages of a list come one after the other, from where it was asked', async () => {
  const asked: (number | undefined)[] = [];
  const list = async (input: { query?: { page?: number } }) => {
    asked.push(input.query?.page);
    return { pagination: { page: input.query?.page ?? 1, total_pages: 3 } };
  };
  const seen: number[] = [];
  for await (const { pagination } of pages(list, { query: { page: 2 } }))
    seen.push(pagination.page);
  assert.deepEqual(
    [asked, seen],
    [
      [2, 3],
      [2, 3],
    ],
  );
});
