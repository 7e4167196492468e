import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createAdjustment, decideAdjustment } from './adjustments.ts';
import { ApiError, badRequest } from './api-error.ts';
import { nameBuyer, openCheckout, pay, putCardOnFile } from './checkouts.ts';
import type { Emulator } from './emulator.ts';
import {
  cardSchema,
  customDataSchema,
  emailSchema,
  idSchema,
  itemsSchema,
  one,
  parse,
} from './parse.ts';
import { isoOf } from './periods.ts';
import type { Scheduler } from './scheduler.ts';
import { findTransaction } from './transactions.ts';
import { type Faults, faultSchema } from './webhooks.ts';

type WithId = { Params: { id: string } };

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const FARTHEST_MS = 20 * 366 * 86_400_000;

/** A text such as '31d', '2h', '30m' or '90s'. */
const durationSchema = z
  .string()
  .regex(/^\d{1,12}[smhd]$/, "must be such as '31d', '2h', '30m' or '90s'")
  .transform((text) => Number(text.slice(0, -1)) * (UNITS_MS[text.slice(-1)] ?? 1))
  .pipe(z.number().max(FARTHEST_MS));
const clockSchema = z.union([
  z.strictObject({ advance: durationSchema }),
  z.strictObject({ set: z.iso.datetime() }),
]);
const decisionSchema = z.object({ status: z.enum(['approved', 'rejected', 'reversed']) });
const chargebackSchema = z.object({
  transaction_id: idSchema,
  action: z.enum(['chargeback', 'chargeback_reverse', 'chargeback_warning']).default('chargeback'),
});
const testCardSchema = cardSchema.partial().transform((card) => ({
  number: '4242424242424242',
  expiry_month: 12,
  expiry_year: 2099,
  cvc: '123',
  ...Object.fromEntries(Object.entries(card).filter(([, value]) => value !== undefined)),
}));
const saleSchema = z.object({
  items: itemsSchema.optional(),
  transaction_id: idSchema.optional(),
  email: emailSchema.optional(),
  custom_data: customDataSchema.optional(),
  card: testCardSchema.prefault({}),
});

/** `{ advance: '31d' }` or `{ set: '2027-01-01T00:00:00Z' }`. */
export type ClockInput = z.input<typeof clockSchema>;
/** Items or a transaction, who buys and with which card; what is left out has a default. */
export type SaleInput = z.input<typeof saleSchema>;
/** Which transaction is charged back. */
export type ChargebackInput = z.input<typeof chargebackSchema>;
/** A test card, such as `{ number: '4000000000000002' }`. */
export type TestCardInput = z.input<typeof testCardSchema>;
/** What becomes of an adjustment. */
export type DecisionInput = z.input<typeof decisionSchema>;

/** The calls of tests: the clock, faults, and what only banks, buyers and the provider itself can do. */
export function controlRoutes(
  app: FastifyInstance,
  { emulator, faults, scheduler }: { emulator: Emulator; faults: Faults; scheduler: Scheduler },
): void {
  // They need no key; so a page of another origin must not reach them through a developer's browser.
  app.addHook('onRequest', async (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isForeign = origin !== undefined && origin !== emulator.url();
    if (isForeign || site === 'cross-site' || site === 'same-site')
      throw new ApiError(403, 'forbidden', 'The control calls are not for pages of other origins.');
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
    if (target < now)
      throw badRequest('clock_cannot_go_back', `It is ${isoOf(now)} already: time runs one way.`);
    await scheduler.moveTo(target);
    return one(request, clock());
  });
  app.post('/emulator/settle', async (request) => {
    await scheduler.settle();
    return one(request, clock());
  });
  app.post('/emulator/faults', async (request, reply) => {
    const fault = parse(faultSchema, request.body);
    faults.plan(fault);
    return reply.code(201).send(one(request, fault));
  });

  app.post('/emulator/sales', async (request, reply) => {
    const { email, card, ...input } = parse(saleSchema, request.body);
    const session = openCheckout(emulator, { ...input, theme: 'light' });
    const { status } = findTransaction(emulator, session.transaction_id);
    if (status === 'draft')
      nameBuyer(emulator, session, {
        email: email ?? 'buyer@example.com',
        country_code: 'US',
        postal_code: '10001',
      });
    const result = pay(emulator, session, card);
    const transaction = findTransaction(emulator, session.transaction_id);
    return reply.code(201).send(one(request, { result, checkout_id: session.id, transaction }));
  });
  app.put<WithId>('/emulator/subscriptions/:id/card', async (request) => {
    const card = parse(testCardSchema, request.body);
    return one(request, putCardOnFile(emulator, request.params.id, card));
  });
  app.post<WithId>('/emulator/adjustments/:id', async (request) => {
    const { status } = parse(decisionSchema, request.body);
    return one(request, decideAdjustment(emulator, request.params.id, status));
  });
  app.post('/emulator/chargebacks', async (request, reply) => {
    const input = { ...parse(chargebackSchema, request.body), reason: 'chargeback' };
    return reply.code(201).send(one(request, createAdjustment(emulator, input)));
  });
}
