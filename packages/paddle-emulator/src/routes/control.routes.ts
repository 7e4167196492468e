import type { FastifyInstance } from 'fastify';
import { type Faults, faultSchema } from '../delivery/faults.ts';
import type { Scheduler } from '../delivery/scheduler.ts';
import { createAdjustment, decideAdjustment } from '../engine/adjustments.ts';
import { ApiError, badRequest, notFound } from '../engine/api-error.ts';
import { nameBuyer, openCheckout, pay, putCardOnFile } from '../engine/checkouts.ts';
import type { Emulator } from '../engine/emulator.ts';
import { findTransaction } from '../engine/transactions.ts';
import { one } from '../http/envelope.ts';
import { parse } from '../http/parse.ts';
import { isoOf } from '../model/periods.ts';
import {
  chargebackSchema,
  clockSchema,
  controlCardSchema,
  decisionSchema,
  rotationSchema,
  saleSchema,
} from './control-schemas.ts';
import { findSetting, rotateSecret } from './notification.routes.ts';

type WithId = { Params: { id: string } };

/** The calls of tests: the clock, faults, and what only banks, buyers and the provider itself can do. */
export function controlRoutes(
  app: FastifyInstance,
  { emulator, faults, scheduler }: { emulator: Emulator; faults: Faults; scheduler: Scheduler },
): void {
  // They need no key; so a page of another origin must not reach them through somebody's browser.
  app.addHook('onRequest', async (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isForeign = origin !== undefined && origin !== emulator.url();
    if (isForeign || site === 'cross-site' || site === 'same-site') {
      throw new ApiError(403, 'forbidden', 'The control calls are not for pages of other origins.');
    }
  });
  const clock = () => ({
    now: isoOf(emulator.clock.now()),
    ahead_ms: emulator.clock.offsetMs(),
  });

  app.get('/emulator/clock', async (request) => one(request, clock()));
  app.post('/emulator/clock', async (request) => {
    const input = parse(clockSchema, request.body);
    const now = emulator.clock.now();
    const target = 'set' in input ? Date.parse(input.set) : now + input.advance;
    if (target < now) {
      throw badRequest('clock_cannot_go_back', `It is ${isoOf(now)} already: time runs one way.`);
    }
    await scheduler.moveTo(target);
    return one(request, clock());
  });
  app.post('/emulator/settle', async (request) => {
    await scheduler.settle();
    return one(request, clock());
  });

  app.get('/emulator/faults', async (request) => one(request, faults.list()));
  app.post('/emulator/faults', async (request, reply) => {
    const fault = faults.plan(parse(faultSchema, request.body));
    return reply.code(201).send(one(request, fault));
  });
  app.delete('/emulator/faults', async (_request, reply) => {
    faults.clearAll();
    return reply.code(204).send();
  });
  app.delete<WithId>('/emulator/faults/:id', async (request, reply) => {
    if (!faults.clear(request.params.id)) throw notFound('Fault', request.params.id);
    return reply.code(204).send();
  });

  app.post('/emulator/sales', async (request, reply) => {
    const input = parse(saleSchema, request.body);
    const session = openCheckout(emulator, { ...input, display_mode: 'overlay', theme: 'light' });
    const { subscription_id: subscriptionId, status } = findTransaction(
      emulator,
      session.transaction_id,
    );
    if (subscriptionId === null && (status === 'draft' || input.email !== undefined)) {
      nameBuyer(emulator, session, {
        email: input.email ?? 'buyer@example.com',
        countryCode: input.country_code,
        postalCode: input.postal_code,
      });
    }
    const result = pay(emulator, session, input.card);
    const transaction = findTransaction(emulator, session.transaction_id);
    return reply.code(201).send(one(request, { result, checkout_id: session.id, transaction }));
  });
  app.put<WithId>('/emulator/subscriptions/:id/card', async (request) => {
    const card = parse(controlCardSchema, request.body);
    return one(request, putCardOnFile(emulator, request.params.id, card));
  });
  app.post<WithId>('/emulator/adjustments/:id', async (request) => {
    const { status } = parse(decisionSchema, request.body);
    return one(request, decideAdjustment(emulator, request.params.id, status));
  });
  app.post('/emulator/chargebacks', async (request, reply) => {
    const adjustment = createAdjustment(emulator, parse(chargebackSchema, request.body));
    return reply.code(201).send(one(request, adjustment));
  });
  app.post<WithId>('/emulator/notification-settings/:id/rotate', async (request) => {
    const setting = findSetting(emulator, request.params.id);
    const { overlap } = parse(rotationSchema, request.body);
    const until = isoOf(emulator.clock.now() + overlap);
    return one(request, { endpoint_secret_key: rotateSecret(emulator, setting, until) });
  });
}
