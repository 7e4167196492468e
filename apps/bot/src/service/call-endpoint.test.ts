import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { getDecision } from '@quorate/contract/decisions';
import { getHealth } from '@quorate/contract/health';
import { getEntitlements } from '@quorate/contract/usage';
import { callEndpoint } from './call-endpoint.ts';

type Reply = { status: number; headers?: Record<string, string>; body: string } | 'hang' | 'drop';

async function withServer(
  reply: Reply,
  work: (service: string, seen: string[]) => Promise<void>,
): Promise<void> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'nobody'}`);
    if (reply === 'drop') request.socket.destroy();
    else if (reply !== 'hang') response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const OK = { status: 200, body: '{"status":"ok","version":"1.2.3"}' };

const newRequestId = () => 'call-1';

describe('a call of the service', () => {
  it('sends the method, the path and the token where one is wanted, and reads the reply', async () => {
    await withServer(OK, async (service, seen) => {
      const outcome = await callEndpoint({ fetch, service }, getHealth, {}, 'secret');
      assert.deepEqual(outcome, { kind: 'ok', reply: { status: 'ok', version: '1.2.3' } });
      assert.deepEqual(seen, ['GET /healthz nobody']);
      await callEndpoint({ fetch, service }, getEntitlements, {}, 'secret');
      assert.equal(seen[1], 'GET /api/bot/entitlements Bearer secret');
    });
  });

  it('has a name of its own, which the service is told', async () => {
    const names = new Set<string | null>();
    const keep: typeof fetch = async (_url, init) => {
      names.add(new Headers(init?.headers).get('x-request-id'));
      return new Response(OK.body);
    };
    for (let i = 0; i < 3; i += 1)
      await callEndpoint({ fetch: keep, service: 'http://service.test' }, getHealth, {});
    assert.equal(names.size, 3);
    for (const name of names) assert.match(name ?? '', /^[0-9a-f-]{36}$/);
  });

  it('fills the path and keeps the path of the service', async () => {
    await withServer(OK, async (service, seen) => {
      const params = { decision_id: '0197a0c0-0000-7000-8000-000000000001' };
      await callEndpoint({ fetch, service: `${service}/below/` }, getDecision, { params }, 't');
      assert.equal(seen[0], `GET /below/api/user/decisions/${params.decision_id} Bearer t`);
    });
  });

  it('reads no more of an answer than any can have, packed or not', async () => {
    const huge = Buffer.alloc(9_000_000, ' ');
    for (const [body, headers] of [
      [huge, {}],
      [gzipSync(huge), { 'content-encoding': 'gzip' }],
    ] as const) {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const outcome = await callEndpoint({ fetch, service }, getHealth, {});
      server.closeAllConnections();
      server.close();
      assert.equal(outcome.kind, 'unreachable');
      assert.match(outcome.reason, /more than 8 MB/);
    }
  });

  it('hands on a refusal with its code, figures and waiting time', async () => {
    const document = {
      success: false,
      code: 'token_limit_reached',
      message: 'No tokens.',
      error: 'No tokens.',
      details: { limit: 5, until: '2026-12-01T00:00:00Z' },
    };
    const reply = { status: 403, headers: { 'retry-after': '7' }, body: JSON.stringify(document) };
    await withServer(reply, async (service) => {
      assert.deepEqual(
        await callEndpoint({ fetch, service, newRequestId }, getEntitlements, {}, 't'),
        {
          kind: 'refused',
          status: 403,
          code: 'token_limit_reached',
          message: 'No tokens.',
          details: { limit: 5, until: '2026-12-01T00:00:00Z' },
          retryAfterMs: 7_000,
          requestId: 'call-1',
        },
      );
    });
  });

  const troubles: readonly [string, Reply, string, boolean][] = [
    [
      'a connection that is broken off',
      'drop',
      'it broke the connection off (request call-1)',
      false,
    ],
    ['no answer in time', 'hang', 'no answer within 0.1 s (request call-1)', false],
    [
      'a 500 of the service',
      { status: 500, body: '{"success":false,"code":"internal","message":"Oh.","error":"Oh."}' },
      'it answers with status 500: Oh. (request call-1)',
      false,
    ],
    [
      'a 502 of a proxy',
      { status: 502, body: '<html>' },
      'it answers with status 502 (request call-1)',
      false,
    ],
    [
      'another web site',
      { status: 200, body: '<html>' },
      'its answer is not one of the Quorate service',
      true,
    ],
    [
      'another service',
      { status: 200, body: '{"status":"up"}' },
      'its answer is not one of the Quorate service (status: Invalid input: expected "ok")',
      true,
    ],
    [
      'a 404 of another site',
      { status: 404, body: 'nothing' },
      'it answers with status 404, and not as the Quorate service does',
      true,
    ],
    [
      'a redirect',
      { status: 308, headers: { location: 'https://a.example/' }, body: '' },
      'it redirects to https://a.example/; give that address',
      true,
    ],
  ];
  for (const [name, reply, reason, elsewhere] of troubles) {
    it(`tells ${name} from a refusal`, async () => {
      await withServer(reply, async (service) => {
        const outcome = await callEndpoint(
          { fetch, service, timeoutMs: 100, newRequestId },
          getHealth,
          {},
        );
        assert.deepEqual(outcome, { kind: 'unreachable', reason, retryAfterMs: null, elsewhere });
      });
    });
  }

  it('says so when nothing listens at the address', async () => {
    const outcome = await callEndpoint(
      { fetch, service: 'http://127.0.0.1:9', newRequestId },
      getHealth,
      {},
    );
    assert.equal(outcome.kind === 'unreachable' && outcome.reason, 'bad port');
    const refused = await callEndpoint(
      { fetch, service: 'http://127.0.0.1:47', newRequestId },
      getHealth,
      {},
    );
    assert.equal(refused.kind === 'unreachable' && refused.reason, 'nothing listens there');
  });
});
