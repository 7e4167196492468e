import { expect, test, vi } from 'vitest';
import type { Call } from './api-document.ts';
import { sendCall } from './try-call.tsx';

const CALL: Call = {
  name: 'load',
  method: 'GET',
  path: '/load',
  tag: 'site',
  summary: '',
  description: '',
  auth: 'none',
  confirmed: false,
  parameters: [],
  body: null,
  reply: null,
  streams: false,
  failures: [],
};

const send = () => sendCall(CALL, { parameters: {}, body: '' }, { token: '', file: null });

test('a file of any size is read as far as it is shown, and no further', async () => {
  let pulled = 0;
  let ended = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new TextEncoder().encode('x'.repeat(65_536)));
      if (pulled > 1_000) controller.close();
    },
    cancel: () => {
      ended = true;
    },
  });
  vi.stubGlobal('fetch', async () => new Response(endless));
  const { text } = await send();
  expect(text).toHaveLength(100_000);
  expect(ended).toBe(true);
  expect(pulled).toBeLessThan(100);
});

test('an answer in JSON is set out line by line, whole characters and all', async () => {
  const bytes = new TextEncoder().encode('{"name":"Zoë"}');
  const inPieces = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(inPieces));
  expect((await send()).text).toBe('{\n  "name": "Zoë"\n}');
});

test('an answer without content is an empty text', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect((await send()).text).toBe('');
});
