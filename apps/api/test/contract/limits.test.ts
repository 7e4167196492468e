import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { signedInUser } from '../helpers/builders.ts';
import { KEPT_BY_EACH_COPY } from '../helpers/copies.ts';
import { startTestService } from '../helpers/test-service.ts';

const CALLS = Object.entries(ENDPOINTS as Record<string, Endpoint>);
/** Signing out and deleting an account must always work. */
const NEVER_REFUSED = new Set(['logout', 'deleteAccount']);

describe('every call that writes', () => {
  it('has a limit, and says so', () => {
    const without = CALLS.filter(
      ([name, { method, errors }]) =>
        method !== 'GET' && !NEVER_REFUSED.has(name) && !errors.includes('rate_limited'),
    );
    assert.deepEqual(
      without.map(([name]) => name),
      [],
    );
  });

  const title =
    'without a limit of its own answers 429 to the user who floods it, for a minute, and to no other';
  it(title, { skip: KEPT_BY_EACH_COPY }, async (t) => {
    const limits = { changesPerUser: 3, heartbeatsPerUser: 3 };
    const counted = CALLS.filter(([, { counted: kind }]) => kind !== undefined);
    assert.ok(counted.length > 10);
    const service = await startTestService(t, { limits });
    for (const [name, { method, path, auth }] of counted) {
      const [flooder, other] = [await signedInUser(service), await signedInUser(service)];
      const id = '0197a0c0-0000-7000-8000-000000000001';
      const send = (token: string) =>
        service.app.inject({
          method,
          url: path.replace(/:\w+/g, id),
          headers: { authorization: `Bearer ${token}` },
          ...(method !== 'DELETE' && { payload: {} }),
        });
      assert.notEqual(auth, 'none', name);
      for (let turn = 0; turn < 3; turn += 1)
        assert.notEqual((await send(flooder.token)).statusCode, 429, name);
      const refused = await send(flooder.token);
      assert.equal(refused.statusCode, 429, name);
      assert.equal(refused.json().code, 'rate_limited', name);
      assert.ok(Number(refused.headers['retry-after']) > 0, name);
      assert.notEqual((await send(other.token)).statusCode, 429, `${name} of somebody else`);
      service.clock.advance(60_000);
      assert.notEqual((await send(flooder.token)).statusCode, 429, `${name} a minute later`);
    }
  });
});
