import { z } from 'zod';
import { defineAdminAct, defineAdminList, reasonedOnce } from './admin-endpoint.ts';
import { isoTime, isStorable } from './fields.ts';

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

export const listWebhookEvents = defineAdminList({
  path: '/api/admin/webhooks',
  summary: 'What the payment provider has told in the last 90 days, newest first',
  filters: {
    outcome: eventOutcome.optional(),
    /** Such as transaction.completed, or its beginning. */
    event_type: searched.optional(),
    /** Of the event, or of what it tells of. */
    entity_id: searched.optional(),
  },
  rows: { events: webhookEvent },
  more: {
    /** Up to when the provider's own record of events has been read; null: not yet. */
    reconciled_until: isoTime.nullable(),
    /** A reconciliation was asked for and has not begun. */
    reconcile_waiting: z.boolean(),
  },
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

export const listProviderTasks = defineAdminList({
  path: '/api/admin/provider-tasks',
  summary: 'What waits to be asked of the payment provider or told to it, the oldest first',
  filters: { failing: z.enum(['yes']).optional() },
  rows: { tasks: providerTask },
});

const ACT_ERRORS = ['action_conflict', 'billing_off'] as const;
const outcome = z.enum(['done', 'waiting']);

/**
 * The entity of an event is fetched again and taken in as its webhook would be: what it told may be old by
 * now, and old news never win.
 */
export const replayWebhook = defineAdminAct({
  path: '/api/admin/webhooks/:event_id/replay',
  summary: 'Fetches what an event tells of from the provider again, and takes it in',
  params: z.object({
    event_id: z.string().regex(/^[a-z]{2,10}_[0-9a-z]{1,60}$/, 'must be an event number'),
  }),
  body: z.object(reasonedOnce),
  reply: { outcome },
  errors: [...ACT_ERRORS, 'record_unknown', 'replay_impossible'],
});

export const retryProviderTask = defineAdminAct({
  path: '/api/admin/provider-tasks/retry',
  summary: 'Tries a task that waits at once',
  body: z.object({
    ...reasonedOnce,
    kind: taskKind,
    subject: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be a number of the provider, or an id'),
  }),
  reply: { outcome },
  errors: [...ACT_ERRORS, 'record_unknown'],
});

/** Within seconds, on whichever copy of the service comes first; asked twice, it is done once. */
export const reconcileNow = defineAdminAct({
  path: '/api/admin/provider-reconcile',
  summary: 'Has the hourly comparison with the provider’s record of events run now',
  body: z.object(reasonedOnce),
  reply: { waiting: z.boolean() },
  errors: ACT_ERRORS,
});
