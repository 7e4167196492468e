import type { IncomingMessage } from 'node:http';
import { getHealth, getReadiness } from '@quorate/contract/health';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LOOPBACK_NAMES } from '../config/loopback.ts';
import { inContext, type TelemetryContext } from '../process/telemetry/context.ts';
import { requestFinished, requestStarted } from '../process/telemetry/events.ts';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    telemetry: TelemetryContext | null;
  }
}

/** The route of whatever no call takes: pages of the site, and addresses that are none. */
export const UNROUTED = 'site';

/**
 * Gives every request its id, in the answer's header and for all that is done for it, and tells when it
 * begins and ends.
 *
 * @param servedAt the one name that visitors may ask for, besides this machine's own; any where undefined
 */
export function registerRequests(app: FastifyInstance, servedAt?: string): void {
  app.decorateRequest('telemetry', null);
  app.addHook('onRequest', (request, reply, done) => {
    const context: TelemetryContext = { requestId: request.id, span: undefined };
    request.telemetry = context;
    reply.header('x-request-id', request.id);
    if (!hasOneHost(request.raw)) return done(new AppError('malformed_request'));
    if (requestFinished.hasSubscribers()) tellOf(request, context, reply.raw);
    if (servedAt !== undefined && isForeign(request, servedAt)) {
      // Nothing of the service: a page or a mailed link must never be had under a stranger's name.
      void reply.code(421).header('connection', 'close').send();
      return;
    }
    inContext(context, done);
  });
  // A body comes with events of its connection, which know nothing of the request.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.telemetry && request.body !== undefined) inContext(request.telemetry, done);
    else done();
  });
}

/** Two hosts, none or one that is no name: what stands before us may have read another one than we do. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]));
  if (hosts.length === 0) return httpVersion === '1.0';
  return hosts.length === 1 && HOST.test(hosts[0] ?? '');
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Balancers ask copies for their health by address. */
const ASKED_BY_ADDRESS: readonly string[] = [getHealth.path, getReadiness.path];

function isForeign({ headers, routeOptions }: FastifyRequest, servedAt: string): boolean {
  if (ASKED_BY_ADDRESS.includes(routeOptions.url ?? '')) return false;
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return name !== servedAt && !LOOPBACK_NAMES.has(name);
}

function isHost(name: string | undefined): boolean {
  return name?.toLowerCase() === 'host';
}

function tellOf(
  request: FastifyRequest,
  context: TelemetryContext,
  raw: NodeJS.EventEmitter & { statusCode: number; writableFinished: boolean },
): void {
  const begun = performance.now();
  const news = {
    context,
    method: request.method,
    route: request.routeOptions.url ?? UNROUTED,
    headers: request.headers,
  };
  requestStarted.publish(news);
  // Comes however it ends: answered, cut off, or sent by a handler on its own.
  raw.once('close', () =>
    requestFinished.publish({
      ...news,
      status: raw.statusCode,
      seconds: (performance.now() - begun) / 1_000,
      gone: !raw.writableFinished,
      userId: request.signedIn?.id ?? null,
    }),
  );
}
