import { timingSafeEqual } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { apiRoutes } from './api.routes.ts';
import { ApiError } from './api-error.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { controlRoutes } from './control.routes.ts';
import { type Emulator, newId } from './emulator.ts';
import { pageRoutes } from './pages.routes.ts';
import type { Scheduler } from './scheduler.ts';
import type { Faults } from './webhooks.ts';

const MOST_BODY_BYTES = 256 * 1024;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/** What the routes work with. */
export type ServerParts = {
  emulator: Emulator;
  faults: Faults;
  scheduler: Scheduler;
  apiKey: string;
  clientToken: string;
  frameAncestors: readonly string[];
};

/** Every route of the emulator. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const { emulator, apiKey } = parts;
  const app = fastify({
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    genReqId: () => newId(emulator, 'req').slice(4),
  });
  // The SDK declares JSON on calls without a body, too.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      return done(null, JSON.parse(String(body)));
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error));
      return done(Object.assign(fault, { statusCode: 400 }));
    }
  });
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) =>
    answerError(request, reply, error instanceof ApiError ? error : translated(error)),
  );
  app.setNotFoundHandler((request, reply) =>
    answerError(request, reply, new ApiError(404, 'invalid_url', 'There is no such address.')),
  );
  requireHost(app, emulator.url);
  app.register(async (api) => {
    requireKey(api, apiKey);
    apiRoutes(api, emulator);
  });
  app.register(async (browser) => {
    checkoutRoutes(browser, parts);
    pageRoutes(browser, emulator);
  });
  app.register(async (control) => controlRoutes(control, parts));
  return app;
}

/**
 * Refuses calls under any other name than this machine's or the emulator's own address: a site whose name
 * resolves to 127.0.0.1 would otherwise pay with test cards in a developer's browser (DNS rebinding).
 */
function requireHost(app: FastifyInstance, ownUrl: () => string): void {
  app.addHook('onRequest', async ({ headers: { host = '' } }) => {
    if (!LOOPBACK_NAME.test(host) && host.toLowerCase() !== new URL(ownUrl()).host)
      throw new ApiError(403, 'forbidden', 'The emulator answers under its own address only.');
  });
}

/** Refuses callers without the key, as the provider does: 403 whatever is wrong with it. */
function requireKey(app: FastifyInstance, apiKey: string): void {
  app.addHook('onRequest', async ({ headers: { authorization } }) => {
    if (authorization === undefined)
      throw new ApiError(403, 'authentication_missing', 'The Authorization header is missing.');
    const [, key] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    if (key === undefined)
      throw new ApiError(403, 'authentication_malformed', 'The Authorization header is malformed.');
    const [a, b] = [Buffer.from(key), Buffer.from(apiKey)];
    if (a.length !== b.length || !timingSafeEqual(a, b))
      throw new ApiError(403, 'invalid_token', 'The API key is not valid.');
  });
}

function answerError(request: FastifyRequest, reply: FastifyReply, error: ApiError) {
  return reply.code(error.status).send({
    error: {
      type: error.status >= 500 ? 'api_error' : 'request_error',
      code: error.code,
      detail: error.message,
      documentation_url: `https://developer.paddle.com/errors/shared/${error.code}`,
      ...(error.errors.length > 0 ? { errors: error.errors } : {}),
    },
    meta: { request_id: request.id },
  });
}

function translated(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (status === 413) return new ApiError(413, 'request_body_too_large', 'The body is too large.');
  if (status === 415) return new ApiError(415, 'unsupported_media_type', 'Send JSON.');
  if (status >= 400 && status < 500) return new ApiError(400, 'invalid_json', 'This is no JSON.');
  return new ApiError(500, 'internal_error', 'The emulator failed.');
}
