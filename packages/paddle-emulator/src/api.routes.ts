import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createAdjustment } from './adjustments.ts';
import { badRequest, invalidField, notFound } from './api-error.ts';
import type { Emulator } from './emulator.ts';
import { createPortalSession, invoiceUrl } from './pages.routes.ts';
import { idSchema, itemsSchema, one, parse } from './parse.ts';
import { previewChange, updateSubscription } from './plan-change.ts';
import {
  cancelNow,
  findSubscription,
  pauseNow,
  refuseUnchangeable,
  schedule,
} from './subscriptions.ts';
import { findTransaction } from './transactions.ts';

type WithId = { Params: { id: string } };

const cancelSchema = z.object({
  effective_from: z.enum(['next_billing_period', 'immediately']).default('next_billing_period'),
});
const changeSchema = z.object({
  items: itemsSchema.optional(),
  proration_billing_mode: z
    .enum(['prorated_immediately', 'prorated_next_billing_period'])
    .optional(),
  on_payment_failure: z.literal('prevent_change').optional(),
  scheduled_change: z.null().optional(),
});
const refundSchema = z.object({
  action: z.literal('refund'),
  type: z.literal('full').default('full'),
  transaction_id: idSchema,
  reason: z.string().min(1).max(2_000),
});
const portalSchema = z.object({ subscription_ids: z.array(idSchema).max(25).default([]) });
const pageSchema = z.object({
  per_page: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().optional(),
  order_by: z
    .string()
    .regex(/^id\[(ASC|DESC)\]$/i, 'must be id[ASC] or id[DESC]')
    .optional(),
  transaction_id: z.string().optional(),
});

/** The provider's API, as far as our client calls it. */
export function apiRoutes(app: FastifyInstance, emulator: Emulator): void {
  const { state } = emulator;

  app.get<WithId>('/prices/:id', async (request) => one(request, found(state.prices, request)));
  app.get<WithId>('/customers/:id', async (request) =>
    one(request, found(state.customers, request)),
  );
  app.post<WithId>('/customers/:id/portal-sessions', async (request, reply) => {
    const { subscription_ids: ids } = parse(portalSchema, request.body);
    return reply
      .code(201)
      .send(one(request, createPortalSession(emulator, request.params.id, ids)));
  });

  app.get<WithId>('/transactions/:id', async (request) =>
    one(request, found(state.transactions, request)),
  );
  app.get<WithId>('/transactions/:id/invoice', async (request) => {
    const transaction = findTransaction(emulator, request.params.id);
    if (transaction.invoice_number === null)
      throw badRequest('transaction_invoice_not_found', `${transaction.id} has no invoice yet`);
    return one(request, { url: invoiceUrl(emulator, transaction) });
  });

  app.get<WithId>('/subscriptions/:id', async (request) =>
    one(request, found(state.subscriptions, request)),
  );
  app.patch<WithId>('/subscriptions/:id', async (request) => {
    const subscription = findSubscription(emulator, request.params.id);
    updateSubscription(emulator, subscription, parse(changeSchema, request.body));
    return one(request, subscription);
  });
  app.patch<WithId>('/subscriptions/:id/preview', async (request) => {
    const subscription = findSubscription(emulator, request.params.id);
    return one(request, previewChange(emulator, subscription, parse(changeSchema, request.body)));
  });
  app.post<WithId>('/subscriptions/:id/cancel', async (request) => {
    const subscription = findSubscription(emulator, request.params.id);
    const { effective_from: from } = parse(cancelSchema, request.body);
    refuseUnchangeable(emulator, subscription);
    if (from === 'immediately') cancelNow(emulator, subscription);
    else schedule(emulator, subscription);
    return one(request, subscription);
  });
  app.post<WithId>('/subscriptions/:id/pause', async (request) => {
    const subscription = findSubscription(emulator, request.params.id);
    parse(z.object({ effective_from: z.literal('immediately') }), request.body);
    refuseUnchangeable(emulator, subscription);
    if (subscription.status !== 'active')
      throw badRequest('subscription_not_active', `${subscription.id} is ${subscription.status}`);
    pauseNow(emulator, subscription);
    return one(request, subscription);
  });

  app.post('/adjustments', async (request, reply) => {
    const adjustment = createAdjustment(emulator, parse(refundSchema, request.body));
    return reply.code(201).send(one(request, adjustment));
  });
  app.get('/adjustments', async (request) => {
    const { transaction_id: wanted } = parse(pageSchema, request.query);
    const rows = [...state.adjustments.values()].filter(
      (each) => wanted === undefined || wanted.split(',').includes(each.transaction_id),
    );
    return page(request, emulator.url(), rows, ({ id }) => id);
  });
  app.get('/events', async (request) => {
    const rows = [...state.events.values()].map((event) => ({ ...event, notification_id: null }));
    return page(request, emulator.url(), rows, (event) => event.event_id);
  });
}

function found<T>(table: Map<string, T>, request: FastifyRequest<WithId>): T {
  const row = table.get(request.params.id);
  if (row === undefined) throw notFound('Entity', request.params.id);
  return row;
}

/**
 * One page of a list, with the address of the next one, the newest first unless `order_by` says ASC.
 *
 * @param rows the oldest first
 * @param idOf what `after` refers to
 */
function page<T>(
  request: FastifyRequest,
  url: string,
  rows: readonly T[],
  idOf: (row: T) => string,
) {
  const { per_page: perPage, after, order_by: orderBy } = parse(pageSchema, request.query);
  const ordered = /\[ASC\]$/i.test(orderBy ?? '') ? [...rows] : rows.toReversed();
  const afterAt = after === undefined ? -1 : ordered.findIndex((row) => idOf(row) === after);
  if (after !== undefined && afterAt === -1)
    throw invalidField('after', 'names nothing in this list');
  const rest = ordered.slice(afterAt + 1);
  const shown = rest.slice(0, perPage);
  const last = shown.at(-1);
  const next = new URL(request.url, url);
  if (last !== undefined) next.searchParams.set('after', idOf(last));
  return {
    data: shown,
    meta: {
      request_id: request.id,
      pagination: {
        per_page: perPage,
        next: next.href,
        has_more: rest.length > perPage,
        estimated_total: rows.length,
      },
    },
  };
}
