import { z } from 'zod';
import { OPERATOR_ACT_ERRORS, operatorReason } from './admin-audit.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, isStorable, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

/**
 * What became of an event. `queued`: how things stand is being fetched. `applied`: it was fetched and stored.
 * `ignored`: about something that is not kept. `unreadable`: it does not say what it is about. `stale`: of
 * earlier versions, newer news were there.
 */
export const EVENT_OUTCOMES = ['applied', 'stale', 'queued', 'ignored', 'unreadable'] as const;
const eventOutcome = z.enum(EVENT_OUTCOMES);

export const webhookEvent = z.object({
  event_id: z.string(),
  event_type: z.string(),
  /** The transaction, subscription or adjustment that it tells of. */
  entity_id: z.string().nullable(),
  occurred_at: isoTime,
  received_at: isoTime,
  outcome: eventOutcome,
});
export type WebhookEvent = z.output<typeof webhookEvent>;

const searched = z
  .string()
  .trim()
  .max(100)
  .refine(isStorable, 'holds a character that cannot be looked for');

export const listWebhookEvents = defineEndpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  auth: 'admin',
  summary: 'What the payment provider has told in the last 90 days, newest first',
  query: z.object({
    ...pageQuery,
    outcome: eventOutcome.optional(),
    /** Such as transaction.completed, or its beginning. */
    event_type: searched.optional(),
    /** Of the event, or of what it tells of. */
    entity_id: searched.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    events: z.array(webhookEvent),
    pagination,
    /** Up to when the provider's own record of events has been read; null: not yet. */
    reconciled_until: isoTime.nullable(),
    /** A reconciliation was asked for and has not begun. */
    reconcile_waiting: z.boolean(),
  }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});

export const TASK_KINDS = [
  'fetch_transaction',
  'fetch_subscription',
  'cancel_now',
  'cancel_at_period_end',
  'end_doubles',
  'refund_transaction',
] as const;
const taskKind = z.enum(TASK_KINDS);

/** Something that is still to be asked of the provider, or told to it. */
export const providerTask = z.object({
  kind: taskKind,
  subject: z.string(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  next_attempt_at: isoTime,
  created_at: isoTime,
});
export type ProviderTaskView = z.output<typeof providerTask>;

export const listProviderTasks = defineEndpoint({
  method: 'GET',
  path: '/api/admin/provider-tasks',
  auth: 'admin',
  summary: 'What waits to be asked of the payment provider or told to it, the oldest first',
  query: z.object({ ...pageQuery, failing: z.enum(['yes']).optional() }),
  reply: z.object({ success: z.literal(true), tasks: z.array(providerTask), pagination }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});

const ACT_ERRORS = [...OPERATOR_ACT_ERRORS, 'action_conflict', 'billing_off'] as const;

const asked = {
  /** Made by whoever asks, once for each time: sent again, it is the same act, done once and noted once. */
  action_id: uuid,
  reason: operatorReason,
};

/**
 * The entity of an event is fetched again and taken in as its webhook would be: what it told may be old by
 * now, and old news never win.
 */
export const replayWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:event_id/replay',
  auth: 'admin',
  confirmed: true,
  summary: 'Fetches what an event tells of from the provider again, and takes it in',
  params: z.object({
    event_id: z.string().regex(/^[a-z]{2,10}_[0-9a-z]{1,60}$/, 'must be an event number'),
  }),
  body: z.object(asked),
  reply: z.object({ success: z.literal(true), outcome: z.enum(['done', 'waiting']) }),
  errors: [...ACT_ERRORS, 'record_unknown', 'replay_impossible'],
});

export const retryProviderTask = defineEndpoint({
  method: 'POST',
  path: '/api/admin/provider-tasks/retry',
  auth: 'admin',
  confirmed: true,
  summary: 'Tries a task that waits at once',
  body: z.object({
    ...asked,
    kind: taskKind,
    subject: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be a number of the provider, or an id'),
  }),
  reply: z.object({ success: z.literal(true), outcome: z.enum(['done', 'waiting']) }),
  errors: [...ACT_ERRORS, 'record_unknown'],
});

/** Within seconds, on whichever copy of the service comes first; asked twice, it is done once. */
export const reconcileNow = defineEndpoint({
  method: 'POST',
  path: '/api/admin/provider-reconcile',
  auth: 'admin',
  confirmed: true,
  summary: 'Has the hourly comparison with the provider’s record of events run now',
  body: z.object(asked),
  reply: z.object({ success: z.literal(true), waiting: z.boolean() }),
  errors: ACT_ERRORS,
});
