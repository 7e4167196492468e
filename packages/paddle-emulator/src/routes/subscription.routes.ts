import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest, invalidField } from '../engine/api-error.ts';
import type { Emulator } from '../engine/emulator.ts';
import { renew, resumeNow } from '../engine/renewals.ts';
import {
  cancelNow,
  findSubscription,
  pauseNow,
  refuseUnchangeable,
  schedule,
} from '../engine/subscription-state.ts';
import {
  cardChangeTransaction,
  chargeOnce,
  oneTimeCharges,
  updateSubscription,
} from '../engine/subscription-update.ts';
import { isAsked, one, page, queryOf } from '../http/envelope.ts';
import { customDataSchema, idSchema, itemsSchema, parse } from '../http/parse.ts';
import { isoOf } from '../model/periods.ts';
import { chargePreview, updatePreview, withForecast } from './subscription-views.ts';

type WithId = { Params: { id: string } };

const effectiveFrom = z.enum(['next_billing_period', 'immediately']);
const policy = z.enum(['prevent_change', 'apply_change']).default('prevent_change');
const cancelSchema = z.object({
  effective_from: effectiveFrom.nullable().default('next_billing_period'),
});
const pauseSchema = cancelSchema.extend({ resume_at: z.iso.datetime().nullable().optional() });
const onResume = z.enum(['continue_existing_billing_period', 'start_new_billing_period']);
const resumeSchema = z.object({
  effective_from: z.union([z.literal('immediately'), z.iso.datetime()]).default('immediately'),
  on_resume: onResume.default('start_new_billing_period'),
});
const changeSchema = z.object({
  items: itemsSchema.optional(),
  proration_billing_mode: z
    .enum([
      'prorated_immediately',
      'prorated_next_billing_period',
      'full_immediately',
      'full_next_billing_period',
      'do_not_bill',
    ])
    .optional(),
  on_payment_failure: policy,
  scheduled_change: z.null().optional(),
  next_billed_at: z.iso.datetime().optional(),
  address_id: idSchema.optional(),
  custom_data: customDataSchema.optional(),
});
const chargeSchema = z.object({
  items: itemsSchema,
  effective_from: effectiveFrom,
  on_payment_failure: policy,
});

/** Subscriptions and everything that can happen to them by a call. */
export function subscriptionRoutes(app: FastifyInstance, emulator: Emulator): void {
  const find = (request: { params: { id: string } }) =>
    findSubscription(emulator, request.params.id);

  app.get('/subscriptions', async (request) => {
    const query = queryOf(request);
    const rows = [...emulator.state.subscriptions.values()].filter(
      (each) =>
        isAsked(query.id, each.id) &&
        isAsked(query.status, each.status) &&
        isAsked(query.customer_id, each.customer_id) &&
        isAsked(query.address_id, each.address_id) &&
        isAsked(query.collection_mode, each.collection_mode) &&
        isAsked(query.scheduled_change_action, each.scheduled_change?.action ?? null) &&
        (query.price_id === undefined ||
          each.items.some(({ price }) => isAsked(query.price_id, price.id))),
    );
    return page(request, emulator.url(), rows, ({ id }) => id);
  });
  app.get<WithId>('/subscriptions/:id', async (request) =>
    one(request, withForecast(emulator, find(request), queryOf(request).include)),
  );
  app.patch<WithId>('/subscriptions/:id', async (request) => {
    const subscription = find(request);
    updateSubscription(emulator, subscription, parse(changeSchema, request.body));
    return one(request, subscription);
  });
  app.patch<WithId>('/subscriptions/:id/preview', async (request) => {
    const subscription = find(request);
    refuseUnchangeable(emulator, subscription);
    const input = parse(changeSchema, request.body);
    return one(request, updatePreview(emulator, subscription, input));
  });
  app.post<WithId>('/subscriptions/:id/cancel', async (request) => {
    const subscription = find(request);
    const { effective_from: from } = parse(cancelSchema, request.body);
    refuseUnchangeable(emulator, subscription);
    if (from === 'immediately') cancelNow(emulator, subscription);
    else schedule(emulator, subscription, 'cancel');
    return one(request, subscription);
  });
  app.post<WithId>('/subscriptions/:id/pause', async (request) => {
    const subscription = find(request);
    const { effective_from: from, resume_at: resumeAt = null } = parse(pauseSchema, request.body);
    refuseUnchangeable(emulator, subscription);
    if (subscription.status !== 'active') {
      throw badRequest('subscription_not_active', `${subscription.id} is ${subscription.status}`);
    }
    if (resumeAt !== null && Date.parse(resumeAt) <= emulator.clock.now()) {
      throw invalidField('resume_at', 'must be ahead');
    }
    if (from === 'immediately') pauseNow(emulator, subscription, resumeAt);
    else schedule(emulator, subscription, 'pause', resumeAt);
    return one(request, subscription);
  });
  app.post<WithId>('/subscriptions/:id/resume', async (request) => {
    const subscription = find(request);
    const input = parse(resumeSchema, request.body);
    if (subscription.status !== 'paused') {
      throw badRequest('subscription_not_paused', `${subscription.id} is ${subscription.status}`);
    }
    if (input.effective_from === 'immediately') {
      const keepsPeriod = input.on_resume === 'continue_existing_billing_period';
      resumeNow(emulator, subscription, keepsPeriod);
    } else {
      const at = isoOf(Date.parse(input.effective_from));
      subscription.scheduled_change = { action: 'resume', effective_at: at, resume_at: null };
      emulator.changed();
    }
    return one(request, subscription);
  });
  app.post<WithId>('/subscriptions/:id/activate', async (request) => {
    const subscription = find(request);
    if (subscription.status !== 'trialing') {
      throw badRequest('subscription_not_trialing', `${subscription.id} is ${subscription.status}`);
    }
    renew(emulator, subscription, emulator.clock.now());
    return one(request, subscription);
  });
  app.post<WithId>('/subscriptions/:id/charge', async (request) => {
    const subscription = find(request);
    const input = parse(chargeSchema, request.body);
    chargeOnce(emulator, subscription, {
      items: input.items,
      isNow: input.effective_from === 'immediately',
      policy: input.on_payment_failure,
    });
    return one(request, subscription);
  });
  app.post<WithId>('/subscriptions/:id/charge/preview', async (request) => {
    const subscription = find(request);
    const input = parse(chargeSchema, request.body);
    const charges = oneTimeCharges(emulator, input.items);
    const isNow = input.effective_from === 'immediately';
    return one(request, chargePreview(emulator, subscription, charges, isNow));
  });
  app.get<WithId>('/subscriptions/:id/update-payment-method-transaction', async (request) =>
    one(request, cardChangeTransaction(emulator, find(request))),
  );
}
