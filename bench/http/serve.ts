import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineEndpoint } from '@quorate/contract/endpoint';
import { type FastifyInstance, fastify } from 'fastify';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../../apps/api/src/config/limits.ts';
import { connectPostgres } from '../../apps/api/src/db/connect.ts';
import { createSessions } from '../../apps/api/src/features/account/sessions/find-session.ts';
import { createIdentify } from '../../apps/api/src/http/auth.ts';
import { createCallLimit } from '../../apps/api/src/http/call-limit.ts';
import { createRoute, type OperatorGuard, type Route } from '../../apps/api/src/http/endpoint.ts';
import { registerErrors } from '../../apps/api/src/http/errors.ts';
import {
  registerSecurityHeaders,
  securityHeaders,
} from '../../apps/api/src/http/security-headers.ts';
import { systemClock } from '../../apps/api/src/process/clock.ts';
import { fifty } from './fifty-rows.ts';

/** What a server of the benchmarks is to be. */
export type ServerKind =
  | 'node'
  | 'node-list'
  | 'fastify'
  | 'fastify-headers'
  | 'list'
  | 'session'
  | 'session-fresh';
export type ServerOrders = { kind: ServerKind; databaseUrl?: string };

const HTTPS = { https: true };
const HELLO = { success: true } as const;

const base = { method: 'GET', summary: 'measured', errors: [] } as const;
const list = defineEndpoint({
  ...base,
  path: '/',
  auth: 'none',
  reply: z.object({ success: z.literal(true), rows: z.array(z.unknown()) }),
});
const signedIn = defineEndpoint({
  ...base,
  path: '/',
  auth: 'user_or_device',
  reply: z.object({ success: z.literal(true) }),
});

process.once('message', async (orders: ServerOrders) => {
  process.send?.({ port: await serve(orders) });
});

async function serve({ kind, databaseUrl }: ServerOrders): Promise<number> {
  if (kind === 'node') return listenPlainly(() => HELLO);
  if (kind === 'node-list')
    return listenPlainly(() => ({ success: true, rows: fifty() }), await securityHeaders(HTTPS));
  const app = fastify();
  if (kind === 'fastify-headers') await registerSecurityHeaders(app, HTTPS);
  if (kind === 'fastify' || kind === 'fastify-headers') app.get('/', async () => HELLO);
  else if (kind === 'list') (await ours(app))(list, async () => ({ success: true, rows: fifty() }));
  else
    (await ours(app, databaseUrl, kind === 'session' ? undefined : 0))(signedIn, async () => HELLO);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** What stands around every call of the service. */
async function ours(app: FastifyInstance, databaseUrl = '', believedMs?: number): Promise<Route> {
  registerErrors(app);
  await registerSecurityHeaders(app, HTTPS);
  const db = databaseUrl === '' ? null : (await connectPostgres(databaseUrl)).db;
  const sessions = db && createSessions({ db, clock: systemClock, believedMs });
  const identify = createIdentify(sessions ?? { find: async () => null, forget: () => {} });
  const operators: OperatorGuard = {
    expectProof: async () => {},
    act: (_call, work) => work(),
  };
  const limit = createCallLimit({ clock: systemClock, limits: DEFAULT_LIMITS });
  return createRoute(app, { identify, operators, limit, demo: null });
}

async function listenPlainly(
  answer: () => unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const server = createServer((_request, response) => {
    const body = JSON.stringify(answer());
    response.writeHead(200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
