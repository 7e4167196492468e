import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiFault, Faults } from '../delivery/faults.ts';
import { ApiError } from '../engine/api-error.ts';

const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 10_000;

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Turns away calls under any other name than this machine's or the emulator's own address: a site whose name
 * resolves to 127.0.0.1 would otherwise pay with test cards in a developer's browser (DNS rebinding).
 */
export function requireHost(app: FastifyInstance, ownUrl: () => string): void {
  app.addHook('onRequest', async ({ headers: { host = '' } }) => {
    if (!LOOPBACK_NAME.test(host) && host.toLowerCase() !== new URL(ownUrl()).host)
      throw new ApiError(403, 'forbidden', 'The emulator answers under its own address alone.');
  });
}

/** Turns away callers without the key, as the provider does: 403 whatever is wrong with it. */
export function requireKey(app: FastifyInstance, apiKey: string): void {
  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization;
    if (header === undefined) {
      throw new ApiError(403, 'authentication_missing', 'The Authorization header is missing.');
    }
    const [, key] = /^bearer +(\S+)$/i.exec(header) ?? [];
    if (key === undefined) {
      throw new ApiError(403, 'authentication_malformed', 'The Authorization header is malformed.');
    }
    if (!isSame(key, apiKey)) throw new ApiError(403, 'invalid_token', 'The API key is not valid.');
  });
}

/** Counts calls of each address in a minute of the wall clock. @param perMinute 0: no limit */
export function limitRate(app: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return;
  const windows = new Map<string, { startedMs: number; calls: number }>();
  app.addHook('onRequest', async (request) => {
    const now = performance.now();
    const known = windows.get(request.ip);
    const current =
      known && now - known.startedMs < MINUTE_MS ? known : { startedMs: now, calls: 0 };
    if (windows.size > MOST_ADDRESSES) windows.clear();
    windows.set(request.ip, current);
    current.calls += 1;
    if (current.calls > perMinute) {
      throw tooMany(Math.ceil((current.startedMs + MINUTE_MS - now) / 1_000));
    }
  });
}

/** Lets the calls of the API go wrong as planned, before they do their work or after it. */
export function injectFaults(app: FastifyInstance, faults: Faults): void {
  const afterwards = new WeakMap<FastifyRequest, ApiFault>();
  app.addHook('onRequest', async (request, reply) => {
    const fault = faults.takeForCall(request.method, request.url.split('?')[0] ?? '');
    if (!fault) return;
    if (fault.kind === 'api_slow') await sleep(fault.delay_ms, undefined, { ref: false });
    else if (fault.applied) afterwards.set(request, fault);
    else await strike(fault, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = afterwards.get(request);
    if (!fault) return payload;
    afterwards.delete(request);
    if (fault.kind === 'api_500_html') {
      reply.code(500).type('text/html');
      return HTML;
    }
    if (fault.kind === 'api_429') {
      reply.code(429).header('retry-after', String(fault.retry_after_seconds));
      return JSON.stringify({ error: TOO_MANY, meta: { request_id: request.id } });
    }
    if (fault.kind === 'api_hang') await sleep(fault.delay_ms, undefined, { ref: false });
    request.raw.socket.destroy();
    return payload;
  });
}

const HTML =
  '<!doctype html><html lang="en"><title>500</title><h1>500 Internal Server Error</h1></html>';
const TOO_MANY = {
  type: 'request_error',
  code: 'too_many_requests',
  detail: 'Too many requests.',
  documentation_url: 'https://developer.paddle.com/errors/shared/too_many_requests',
};

async function strike(fault: ApiFault, reply: FastifyReply): Promise<void> {
  switch (fault.kind) {
    case 'api_429':
      throw tooMany(fault.retry_after_seconds);
    case 'api_500_html':
      await reply.code(500).type('text/html').send(HTML);
      return;
    case 'api_hang':
      await sleep(fault.delay_ms, undefined, { ref: false });
      reply.hijack();
      reply.raw.destroy();
      return;
    default:
      reply.hijack();
      reply.raw.destroy();
  }
}

function tooMany(seconds: number): ApiError {
  return new ApiError(429, TOO_MANY.code, TOO_MANY.detail, {
    headers: { 'retry-after': String(seconds) },
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
