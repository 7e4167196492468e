import { expect, test } from 'vitest';
import { refusal, serve, silence } from '../testing/handlers.ts';
import { isText } from './fields.ts';
import { getJson } from './get-json.ts';

const readText = (content: unknown) => (isText(content) ? content : null);
const get = () => getJson('/api/word', readText, new AbortController().signal);

test('gives what it read', async () => {
  serve({ 'GET /api/word': { body: '"word"' } });
  expect(await get()).toBe('word');
});

test.each([
  ['an answer of another kind', { body: { success: true } }, 'bad_reply', 200, null],
  ['an answer that is no JSON', { body: '<html>' }, 'bad_reply', 200, null],
  ['a refusal', refusal(429, 'rate_limited', 'Too many.'), 'rate_limited', 429, 'Too many.'],
  ['a proxy', { status: 502, body: '<html>' }, 'bad_reply', 502, null],
  ['a broken service', refusal(500, 'internal', 'at line 3'), 'internal', 500, null],
])('throws the code and the sentence of %s', async (_, answer, code, status, sentence) => {
  serve({ 'GET /api/word': answer });
  await expect(get()).rejects.toMatchObject({ code, status, sentence });
});

test('tells a service that was not reached from one that refused', async () => {
  serve({ 'GET /api/word': new TypeError('Failed to fetch') });
  await expect(get()).rejects.toMatchObject({ code: 'network', status: null });
});

test('gives up with the reason of whoever gives up', async () => {
  serve({ 'GET /api/word': silence });
  const leave = new AbortController();
  const waiting = getJson('/api/word', readText, leave.signal);
  leave.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
