import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createAdjustment } from '../engine/adjustments.ts';
import { badRequest } from '../engine/api-error.ts';
import type { Emulator } from '../engine/emulator.ts';
import { isAsked, one, page, queryOf } from '../http/envelope.ts';
import { idSchema, neededText, parse } from '../http/parse.ts';
import { found } from './catalogue.routes.ts';
import { invoiceUrl } from './document.routes.ts';

type WithId = { Params: { id: string } };

/** What all adjustments are asked for with; see `AdjustmentInput`. */
export const adjustmentFields = {
  transaction_id: idSchema,
  reason: neededText,
  type: z.enum(['full', 'partial']).optional(),
  items: z
    .array(
      z.object({
        item_id: idSchema,
        type: z.enum(['full', 'partial']),
        amount: z.string().nullable().optional(),
      }),
    )
    .max(100)
    .nullish()
    .transform((items) => items ?? undefined),
};

const createSchema = z.object({ ...adjustmentFields, action: z.enum(['refund', 'credit']) });

/** Refunds and credits. Chargebacks come from banks: see the control calls. */
export function adjustmentRoutes(app: FastifyInstance, emulator: Emulator): void {
  app.post('/adjustments', async (request, reply) => {
    const adjustment = createAdjustment(emulator, parse(createSchema, request.body));
    return reply.code(201).send(one(request, adjustment));
  });
  app.get('/adjustments', async (request) => {
    const query = queryOf(request);
    const rows = [...emulator.state.adjustments.values()].filter(
      (each) =>
        isAsked(query.id, each.id) &&
        isAsked(query.action, each.action) &&
        isAsked(query.status, each.status) &&
        isAsked(query.customer_id, each.customer_id) &&
        isAsked(query.transaction_id, each.transaction_id) &&
        isAsked(query.subscription_id, each.subscription_id),
    );
    return page(request, emulator.url(), rows, ({ id }) => id);
  });
  app.get<WithId>('/adjustments/:id/credit-note', async (request) => {
    const { state } = emulator;
    const adjustment = found(state.adjustments, 'Adjustment', request.params.id);
    if (adjustment.status !== 'approved') {
      throw badRequest('adjustment_credit_note_not_found', `${adjustment.id} is not approved`);
    }
    const transaction = found(state.transactions, 'Transaction', adjustment.transaction_id);
    return one(request, { url: invoiceUrl(emulator, transaction) });
  });
}
