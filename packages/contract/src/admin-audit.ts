import { z } from 'zod';
import { defineAdminList } from './admin-endpoint.ts';
import { isoTime, isStorable, uuid } from './fields.ts';

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
  'runner_drained',
  'runner_undrained',
  'factors_reset',
  'act_refused',
] as const;
export const operatorAction = z.enum(OPERATOR_ACTIONS);
export type OperatorAction = z.output<typeof operatorAction>;

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

export const listAudit = defineAdminList({
  path: '/api/admin/audit',
  summary: 'What operators did, newest first',
  filters: {
    action: operatorAction.optional(),
    operator_id: uuid.optional(),
    subject_id: z.string().max(100).refine(isStorable, 'must be an id').optional(),
  },
  rows: { entries: auditEntry },
});
