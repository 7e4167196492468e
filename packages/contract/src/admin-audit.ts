import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { isoTime, isStorable, typedText, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

/** What operators can do; each is written to the audit log in the transaction that does it, or once it is refused. */
export const OPERATOR_ACTIONS = [
  'role_granted',
  'role_revoked',
  'plan_given',
  'sessions_ended',
  'verification_resent',
  'account_looked_at',
  'refund_asked',
  'payment_looked_up',
  'webhook_replayed',
  'task_retried',
  'reconcile_asked',
  'review_hidden',
  'review_shown',
  'message_handled',
  'message_reopened',
  'release_withdrawn',
  'factors_reset',
  'act_refused',
] as const;
export const operatorAction = z.enum(OPERATOR_ACTIONS);
export type OperatorAction = z.output<typeof operatorAction>;

/** Characters of the reason that an operator gives for a change. */
export const REASON_MIN = 10;
export const REASON_MAX = 500;
export const operatorReason = typedText({ min: REASON_MIN, max: REASON_MAX, name: 'The reason' });

/** How every call that changes something in the back office can be refused. */
export const OPERATOR_ACT_ERRORS = [
  'unauthorized',
  'operator_only',
  'confirmation_needed',
  'second_factor_missing',
  'rate_limited',
  'validation_failed',
] as const satisfies readonly ErrorCode[];

/** One line of the audit log. Names are those of now; null: the account was deleted since. */
export const auditEntry = z.object({
  id: uuid,
  at: isoTime,
  operator_id: uuid,
  operator_name: z.string().nullable(),
  action: operatorAction,
  /** What it was done to: user, transaction, webhook, review, message, release … */
  subject_kind: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  /** Figures and reasons, without names and addresses of people. */
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'admin',
  summary: 'What operators did, newest first',
  query: z.object({
    ...pageQuery,
    action: operatorAction.optional(),
    operator_id: uuid.optional(),
    subject_id: z.string().max(100).refine(isStorable, 'must be an id').optional(),
  }),
  reply: z.object({ success: z.literal(true), entries: z.array(auditEntry), pagination }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});
