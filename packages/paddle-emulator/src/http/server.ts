import fastify, { type FastifyInstance } from 'fastify';
import type { Faults } from '../delivery/faults.ts';
import type { Scheduler } from '../delivery/scheduler.ts';
import { type Emulator, newId } from '../engine/emulator.ts';
import { adjustmentRoutes } from '../routes/adjustment.routes.ts';
import { catalogueRoutes } from '../routes/catalogue.routes.ts';
import { checkoutRoutes } from '../routes/checkout.routes.ts';
import { controlRoutes } from '../routes/control.routes.ts';
import { customerRoutes } from '../routes/customer.routes.ts';
import { documentRoutes } from '../routes/document.routes.ts';
import { notificationRoutes } from '../routes/notification.routes.ts';
import { pageRoutes } from '../routes/page.routes.ts';
import { portalRoutes } from '../routes/portal.routes.ts';
import { simulationRoutes } from '../routes/simulation.routes.ts';
import { subscriptionRoutes } from '../routes/subscription.routes.ts';
import { transactionRoutes } from '../routes/transaction.routes.ts';
import { answerErrors } from './errors.ts';
import { injectFaults, limitRate, requireHost, requireKey } from './guards.ts';

const MOST_BODY_BYTES = 256 * 1024;

/** What the addresses work with. */
export type ServerParts = {
  emulator: Emulator;
  faults: Faults;
  scheduler: Scheduler;
  apiKey: string;
  clientToken: string;
  frameAncestors: readonly string[];
};

/** Every address of the emulator. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const { emulator, faults, scheduler, apiKey, clientToken, frameAncestors } = parts;
  const app = fastify({
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    genReqId: () => newId(emulator, 'req').slice(4),
  });
  // The SDK says that it sends JSON and sends nothing, on calls without a body.
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
  answerErrors(app);
  requireHost(app, emulator.url);
  app.register(async (api) => {
    injectFaults(api, faults);
    requireKey(api, apiKey);
    limitRate(api, emulator.behaviour.requestsPerMinute);
    catalogueRoutes(api, emulator);
    customerRoutes(api, emulator);
    transactionRoutes(api, emulator);
    subscriptionRoutes(api, emulator);
    adjustmentRoutes(api, emulator);
    notificationRoutes(api, emulator);
    simulationRoutes(api, emulator);
  });
  app.register(async (browser) => {
    checkoutRoutes(browser, emulator, clientToken);
    pageRoutes(browser, { frameAncestors, clientToken });
    documentRoutes(browser, emulator);
    portalRoutes(browser, emulator);
  });
  app.register(async (control) => controlRoutes(control, { emulator, faults, scheduler }));
  return app;
}
