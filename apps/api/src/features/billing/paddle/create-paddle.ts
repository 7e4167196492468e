import { z } from 'zod';
import { type ChangePreview, type Payments, PaymentsError, type PlanChange } from '../payments.ts';
import type { ProviderAdjustment } from '../provider-entities.ts';
import { createApi, type PaddleApi } from './api.ts';
import {
  adjustmentEntity,
  customerEntity,
  priceEntity,
  subscriptionEntity,
  transactionEntity,
} from './entities.ts';
import { readEvent } from './read-event.ts';
import type { Refusal } from './refusal.ts';
import {
  amountField,
  currencyField,
  idField,
  momentField,
  orNull,
  periodField,
} from './wire-values.ts';

const TIMEOUT_MS = 3_000;

/**
 * Paddle Billing as a payment provider.
 *
 * Its own SDK (@paddle/paddle-node-sdk 3.10) is not used: calls of it have no time limit and cannot be
 * broken off, a page of HTML surfaces as a bare SyntaxError, and entities with a field missing throw.
 * Webhooks and answers are read here by the same schemas.
 *
 * @param options.url such as https://sandbox-api.paddle.com
 * @param options.timeoutMs how long a call may take, the reading of its answer included; default 3 s
 * @throws Error on a key that cannot be sent
 */
export function createPaddle(
  options: Readonly<{ apiKey: string; url: string; timeoutMs?: number }>,
): Payments {
  const { apiKey, url, timeoutMs = TIMEOUT_MS } = options;
  // A line break in a header would be a fault of every call, worded with the key in it.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Error('PADDLE_API_KEY is empty, or holds characters that no key has');
  const api = createApi({ apiKey, url: url.replace(/\/+$/, ''), timeoutMs });
  return {
    findTransaction: (id) => findOne(api, '/transactions', id, transactionEntity),
    findSubscription: (id) => findOne(api, '/subscriptions', id, subscriptionEntity),
    findPrice: (id) => findOne(api, '/prices', id, priceEntity),
    findCustomer: (id) => findOne(api, '/customers', id, customerEntity),
    findAdjustments: (transactionId) => findAdjustments(api, transactionId),
    listEvents: (after) => listEvents(api, after),
    cancelSubscription: async (id, effective) =>
      api.ask(
        {
          method: 'POST',
          path: `${pathOf('/subscriptions', id)}/cancel`,
          body: { effective_from: effective },
        },
        dataOf(subscriptionEntity),
      ),
    keepSubscription: async (id) =>
      api.ask(
        {
          method: 'PATCH',
          path: pathOf('/subscriptions', id),
          body: { scheduled_change: null },
        },
        dataOf(subscriptionEntity),
      ),
    previewChange: async (id, change) =>
      api.ask(
        {
          method: 'PATCH',
          path: `${pathOf('/subscriptions', id)}/preview`,
          body: changeBody(change),
        },
        dataOf(previewAnswer),
      ),
    changeSubscription: async (id, change) =>
      api.ask(
        { method: 'PATCH', path: pathOf('/subscriptions', id), body: changeBody(change) },
        dataOf(subscriptionEntity),
      ),
    refundTransaction: async (id, reason) =>
      api.ask(
        {
          method: 'POST',
          path: '/adjustments',
          body: { action: 'refund', type: 'full', transaction_id: id, reason },
        },
        dataOf(adjustmentEntity),
      ),
    invoiceUrl: async (transactionId) =>
      api.find(
        { method: 'GET', path: `${pathOf('/transactions', transactionId)}/invoice` },
        dataOf(invoiceAnswer),
        // The reference names no code for a bill without an invoice. Nothing else about this call can
        // be wrong but the key, and the address that it goes to.
        ({ status, code }) => status !== 401 && status !== 403 && code !== 'invalid_url',
      ),
    portalUrls: async (customerId, subscriptionId) => {
      const { urls } = await api.ask(
        {
          method: 'POST',
          path: `${pathOf('/customers', customerId)}/portal-sessions`,
          body: { subscription_ids: [subscriptionId] },
        },
        dataOf(portalAnswer),
      );
      const own = urls.subscriptions.find(({ id }) => id === subscriptionId);
      return {
        overview: urls.general.overview,
        paymentMethod: own?.update_subscription_payment_method ?? null,
      };
    },
  };
}

function changeBody({ priceId, settle }: PlanChange) {
  return {
    items: [{ price_id: priceId, quantity: 1 }],
    proration_billing_mode:
      settle === 'now' ? 'prorated_immediately' : 'prorated_next_billing_period',
    on_payment_failure: 'prevent_change',
  };
}

async function findOne<T>(
  api: PaddleApi,
  room: string,
  id: string,
  entity: z.ZodType<T>,
): Promise<T | null> {
  // Whatever a browser sends as an id ends here: '..' would be another address, and nothing is asked
  // that cannot be there, since calls are counted.
  if (!idField.safeParse(id).success) return null;
  return api.find({ method: 'GET', path: pathOf(room, id) }, dataOf(entity), isUnknownId);
}

/** An id of the right look and the wrong length is a bad request: nothing else about the call can be. */
function isUnknownId({ status, code }: Refusal): boolean {
  return code === 'not_found' || (status === 400 && /^(bad_request|invalid_field)$/.test(code));
}

/** @throws PaymentsError on what is no id */
function pathOf(room: string, id: string): string {
  if (!idField.safeParse(id).success)
    throw new PaymentsError('refused', `${room} has nothing by an id such as was given`, {
      code: 'not_found',
    });
  return `${room}/${id}`;
}

/** The most that the provider gives on a page. */
const EVENTS_PER_PAGE = 200;
/** A transaction with everything around it is some 10 KB. */
const EVENTS_MAX_BYTES = 8 * 1024 * 1024;
const ADJUSTMENTS_PER_PAGE = 50;

/** Everything that was given back of a transaction, or was asked to be, within the time of one call. */
async function findAdjustments(
  api: PaddleApi,
  transactionId: string,
): Promise<readonly ProviderAdjustment[]> {
  if (!idField.safeParse(transactionId).success) return [];
  const deadline = api.deadline();
  const found: ProviderAdjustment[] = [];
  let after = '';
  for (;;) {
    const { items, hasMore } = await api.ask(
      {
        method: 'GET',
        path: `/adjustments?transaction_id=${transactionId}&per_page=${ADJUSTMENTS_PER_PAGE}${after}`,
        deadline,
      },
      pageOf(adjustmentEntity),
    );
    found.push(...items);
    const last = items.at(-1);
    if (!hasMore || !last) return found;
    after = `&after=${last.id}`;
  }
}

/** See `Payments`. */
async function listEvents(
  api: PaddleApi,
  after: string | undefined,
): ReturnType<Payments['listEvents']> {
  const query = new URLSearchParams({ per_page: String(EVENTS_PER_PAGE), order_by: 'id[DESC]' });
  if (after !== undefined) query.set('after', after);
  const { items, hasMore } = await api.ask(
    { method: 'GET', path: `/events?${query.toString()}`, largestBytes: EVENTS_MAX_BYTES },
    pageOf(z.unknown()),
  );
  const events = items.map(readEvent).filter((event) => event !== null);
  const last = events.at(-1);
  if (hasMore && !last)
    throw new PaymentsError('unreachable', 'GET /events got a page without a readable event');
  return { events, after: hasMore && last ? last.id : null };
}

// Answers of calls that are no entities.

/** The envelope of one thing. */
function dataOf<T>(entity: z.ZodType<T>) {
  return z.object({ data: entity }).transform(({ data }) => data);
}

/** The envelope of a page of things. */
function pageOf<T>(entity: z.ZodType<T>) {
  return z
    .object({
      data: z.array(entity),
      meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
    })
    .transform(({ data, meta }) => ({ items: data, hasMore: meta.pagination.has_more }));
}

/** Given to a browser to go to, so nothing but a web page will do. */
const pageAddress = z.url({ protocol: /^https?$/ });

const invoiceAnswer = z.object({ url: pageAddress }).transform(({ url }) => url);

export const portalAnswer = z.object({
  urls: z.object({
    general: z.object({ overview: pageAddress }),
    subscriptions: z
      .array(z.object({ id: z.string(), update_subscription_payment_method: orNull(pageAddress) }))
      .nullish()
      .transform((each) => each ?? []),
  }),
});

const previewedBill = z.object({
  details: z.object({
    totals: z.object({ grand_total: amountField, credit_to_balance: orNull(amountField) }),
  }),
});

export const previewAnswer = z
  .object({
    currency_code: currencyField,
    next_billed_at: orNull(momentField),
    current_billing_period: orNull(periodField),
    immediate_transaction: orNull(previewedBill),
    next_transaction: orNull(previewedBill),
    recurring_transaction_details: z.object({ totals: z.object({ grand_total: amountField }) }),
    update_summary: orNull(
      z.object({
        // The direction is in `action`: amounts of this object come with and without a sign.
        result: z.object({ action: z.enum(['credit', 'charge']), amount: amountField }),
      }),
    ),
  })
  .transform((told, context): ChangePreview => {
    const next = told.next_transaction ?? { details: told.recurring_transaction_details };
    const nextBilledAt = told.next_billed_at ?? told.current_billing_period?.end;
    if (!nextBilledAt) {
      context.addIssue({ code: 'custom', message: 'says no time of the next bill' });
      return z.NEVER;
    }
    return {
      dueNow: Math.max(0, told.immediate_transaction?.details.totals.grand_total ?? 0),
      credit: creditOf(told),
      nextAmount: Math.max(0, next.details.totals.grand_total),
      nextBilledAt,
      currency: told.currency_code,
    };
  });

function creditOf(
  told: Readonly<{
    immediate_transaction: z.output<typeof previewedBill> | null;
    update_summary: { result: { action: 'credit' | 'charge'; amount: number } } | null;
  }>,
): number {
  const result = told.update_summary?.result;
  if (result) return result.action === 'credit' ? Math.abs(result.amount) : 0;
  return told.immediate_transaction?.details.totals.credit_to_balance ?? 0;
}
