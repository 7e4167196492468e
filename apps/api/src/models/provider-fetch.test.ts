import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerTooLargeError, createProviderFetch, RedirectedError } from './provider-fetch.ts';

const BASE = 'https://api.example/v1';

/** A server that answers this to everything. */
function answering(response: () => Response) {
  const seen: { url: string; redirect: string | undefined }[] = [];
  const inner = (async (input: URL | string | Request, init?: RequestInit) => {
    seen.push({
      url: input instanceof Request ? input.url : input.toString(),
      redirect: init?.redirect,
    });
    return response();
  }) satisfies typeof fetch;
  return { fetch: createProviderFetch(BASE, inner), seen };
}

describe('the fetch of a provider', () => {
  // @promise 4.8
  it('calls its own origin alone', async () => {
    const { fetch, seen } = answering(() => new Response('{}'));
    assert.equal(await (await fetch(`${BASE}/chat/completions`)).text(), '{}');
    assert.deepEqual(seen, [{ url: `${BASE}/chat/completions`, redirect: 'manual' }]);
    for (const other of [
      'http://api.example/v1',
      'https://api.example:444/',
      'https://evil.example',
    ])
      await assert.rejects(fetch(other), /is not the provider's https:\/\/api\.example/);
    assert.equal(seen.length, 1);
  });

  it('follows no redirect', async () => {
    for (const status of [301, 302, 307, 308]) {
      const { fetch } = answering(
        () => new Response(null, { status, headers: { location: 'https://evil.example' } }),
      );
      await assert.rejects(fetch(BASE), RedirectedError);
    }
  });

  it('reads a megabyte, and not a byte more', async () => {
    const { fetch: whole } = answering(() => new Response('x'.repeat(1_000_000)));
    assert.equal((await (await whole(BASE)).text()).length, 1_000_000);
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
      cancel: () => {
        cancelled = true;
      },
    });
    const { fetch: endlessly } = answering(() => new Response(endless));
    const response = await endlessly(BASE);
    await assert.rejects(response.text(), AnswerTooLargeError);
    assert.equal(cancelled, true, 'the connection is closed');
  });
});
