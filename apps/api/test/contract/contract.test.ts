import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { failureReply } from '@quorate/contract/errors';
import fc from 'fast-check';
import { signedInUser } from '../helpers/builders.ts';
import { startTestService, type TestService } from '../helpers/test-service.ts';

const CALLS: [string, Endpoint][] = Object.entries(ENDPOINTS);

function addressOf(endpoint: Endpoint, value = '01890000-0000-7000-8000-000000000000'): string {
  return endpoint.path.replace(/:\w+/g, encodeURIComponent(value));
}

function send(
  service: TestService,
  endpoint: Endpoint,
  token: string | undefined,
  payload?: string,
) {
  return service.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
}

describe('every call of the contract', () => {
  // @spec 6.8, 10.26
  it('is served, and those that need a session refuse whoever has none, whatever they send', async (t) => {
    const service = await startTestService(t);
    for (const [name, endpoint] of CALLS) {
      const response = await send(
        service,
        endpoint,
        undefined,
        endpoint.method === 'GET' ? undefined : '{}',
      );
      const { method, path: url } = endpoint;
      assert.ok(service.app.hasRoute({ method, url }), `${name} is not served`);
      if (endpoint.auth !== 'none' && endpoint.auth !== 'optional')
        assert.equal(response.statusCode, 401, name);
      else assert.notEqual(response.statusCode, 401, `${name} asks for a session`);
    }
  });

  // @spec 10.36
  it('answers nonsense with a sentence, never with a fault of the service', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const calls = CALLS.filter(([name]) => name !== 'logout');
    const nonsense = fc.sample(fc.json({ maxDepth: 3 }), { numRuns: 40, seed: 7 });
    for (const [name, endpoint] of calls) {
      for (const payload of endpoint.method === 'GET' ? [undefined] : nonsense) {
        const response = await send(service, endpoint, token, payload);
        assert.ok(response.statusCode < 500, `${name} ${payload}: ${response.body}`);
        if (response.statusCode >= 400) failureReply.parse(response.json());
      }
      const query = encodeURIComponent("' or 1=1; --\u0000");
      const odd = await service.app.inject({
        method: endpoint.method,
        url: `${addressOf(endpoint, "' or 1=1")}?page=${query}&per_page=-1&time_zone=${query}&symbol=${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
      assert.ok(odd.statusCode < 500, `${name}: ${odd.body}`);
    }
  });
});
