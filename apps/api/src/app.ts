import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { hasFactor } from './features/account/second-factors/second-factors.queries.ts';
import { createSessions } from './features/account/sessions/find-session.ts';
import { createOperatorGuard } from './features/admin/operator-guard.ts';
import { createPublishedRecords } from './features/public-records/published.service.ts';
import { recordPages, registerRecordPictures } from './features/public-records/record-pages.ts';
import { registerFeatures } from './features.ts';
import { createIdentify } from './http/auth.ts';
import { createCallLimit } from './http/call-limit.ts';
import { answerClientError } from './http/client-errors.ts';
import { boundConnections } from './http/connections.ts';
import { createDemoReads } from './http/demo-reads.ts';
import { createRoute } from './http/endpoint.ts';
import { registerErrors, sendFailure, toAppError } from './http/errors.ts';
import { registerHealth } from './http/health.routes.ts';
import { registerJsonBodies } from './http/json-bodies.ts';
import { registerLifecycle } from './http/lifecycle.ts';
import { registerRequests } from './http/requests.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerSite } from './http/site.ts';
import { registerMailbox } from './mail/mailbox.routes.ts';
import { createLifecycle } from './process/lifecycle.ts';
import { requestIdOf } from './process/telemetry/context.ts';
import { logEvents } from './process/telemetry/event-log.ts';
import { loggerOptions } from './process/telemetry/logger.ts';
import { observedPanel } from './process/telemetry/provider-calls.ts';

/** The service without its jobs and its port: what holds for every call, then `features.ts`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, clock, site, publicUrl } = deps;
  const { db } = database;
  const lifecycle = deps.lifecycle ?? createLifecycle();
  const app = fastify({
    logger: loggerOptions({
      level: deps.logLevel,
      ...(deps.logFormat && { format: deps.logFormat }),
      copy: deps.copy,
      ...(deps.logStream && { stream: deps.logStream }),
    }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // Every line names its request by itself, wherever it is written.
    childLoggerFactory: (logger) => logger,
    trustProxy: deps.trustProxy ?? false,
    // Defaults are 0: a client that sends a byte a minute would hold its connection for ever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    // As many as a day of a dashboard sends; then a client opens another connection.
    maxRequestsPerSocket: 10_000,
    // Looked at every second: by default a slow client has half a minute more than the limits say.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    // What comes on a connection that is still open is answered: whoever sent it saw the port open.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) =>
      sendFailure(reply, request, toAppError(error, request)),
    clientErrorHandler: answerClientError,
    // The addresses of some pages hold a mailed token, so that requests are not logged as they come.
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.addHook('onClose', logEvents(app.log));
  boundConnections(app, deps);
  registerRequests(app, deps.servedAt);
  registerErrors(app);
  registerJsonBodies(app);
  registerLifecycle(app, lifecycle);
  await registerSecurityHeaders(app, { https: publicUrl.startsWith('https://') });
  const identify = createIdentify(
    createSessions({ db, clock, believedMs: deps.sessionsBelievedMs }),
  );
  const operators = createOperatorGuard({ db, clock, limits: deps.limits, hasFactor });
  const limit = createCallLimit({ clock, limits: deps.limits });
  const demo = deps.demo ? createDemoReads(limit) : null;
  const createRoutes = (inside: FastifyInstance) =>
    createRoute(inside, { identify, operators, limit, demo });
  const route = createRoutes(app);

  registerHealth(route, { database, lifecycle });
  const published = createPublishedRecords({ db, clock });
  const panel = observedPanel(deps.panel);
  registerFeatures(app, { ...deps, panel, published }, createRoutes, route);

  if (deps.mailbox) registerMailbox(app, db);
  registerRecordPictures(app, published, deps.brand);
  registerSite(app, site, {
    checkoutOrigins: deps.checkoutOrigins,
    demo: deps.demo ?? false,
    records: recordPages(published, publicUrl),
  });
  return app;
}
