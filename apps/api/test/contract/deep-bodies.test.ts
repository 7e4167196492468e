import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEFAULT_BODY_LIMIT } from '@quorate/contract/endpoint';
import { startBadService } from './helpers/bad-service.ts';
import { addressOf } from './helpers/calls.ts';

/** A body of one value in the next, as long as the call takes. */
function deepBodies(bytes: number): string[] {
  const lists = Math.floor(bytes / 2) - 50;
  const objects = Math.floor(bytes / 6) - 50;
  const list = '['.repeat(lists) + ']'.repeat(lists);
  return [
    list,
    `{"outcomes":[${'{},'.repeat(Math.floor(bytes / 3) - 50)}{}]}`,
    `{"response":${list}}`,
    `{"__proto__":${list}}`,
    '{"a":'.repeat(objects) + '1'.padEnd(objects + 1, '}'),
  ];
}

it('a body that is as deep, or has as many parts, as its length allows is refused by every call', async (t) => {
  const { calls, answered, expectProperAnswer } = await startBadService(t);
  const withBody = calls.filter(({ endpoint }) => endpoint.body && !endpoint.fileBody);
  assert.ok(withBody.length > 20);
  for (const { name, endpoint } of withBody) {
    for (const payload of deepBodies(endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT))
      await expectProperAnswer({
        call: name,
        routed: true,
        caller: 'person',
        method: endpoint.method,
        url: addressOf(endpoint, { params: { id: crypto.randomUUID() } }),
        headers: { 'content-type': 'application/json' },
        payload,
      });
  }
  // Each call had its four deep ones; a wide one is taken for what it is where a body is short.
  assert.ok((answered.get('body_too_complex') ?? 0) > 4 * withBody.length);
});
