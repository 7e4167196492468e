import type { AuditEntry, OperatorAction } from '@quorate/contract/admin-audit';
import { countOf } from '@quorate/ui/format';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';

/** Names of actions where one is chosen. */
export const ACTION_WORDS: Readonly<Record<OperatorAction, string>> = {
  role_granted: 'Role given',
  role_revoked: 'Role taken back',
  plan_given: 'Plan given',
  sessions_ended: 'Sessions ended',
  verification_resent: 'Verification mailed',
  account_looked_at: 'Account looked at',
  refund_asked: 'Refund asked for',
  payment_looked_up: 'Payment looked up',
  webhook_replayed: 'Webhook replayed',
  task_retried: 'Task retried',
  review_hidden: 'Review hidden',
  review_shown: 'Review shown',
  message_handled: 'Message handled',
  message_reopened: 'Message reopened',
  release_withdrawn: 'Release withdrawn',
  factors_reset: 'Second factors reset',
  act_refused: 'Act refused',
  reconcile_asked: 'Comparison with the provider asked for',
};

/**
 * What was done, as the words between who did it and what it was done to.
 *
 * @example wordsBetween(entry) // 'gave Pro until 5 Mar 2026, 10:00 to'
 */
export function wordsBetween({ action, details }: AuditEntry): string {
  switch (action) {
    case 'plan_given':
      return planWords(details);
    case 'sessions_ended':
      return `ended ${countOf(numberOf(details.sessions), 'session')} of`;
    case 'role_granted':
      return 'was made an operator by the command line';
    case 'role_revoked':
      return 'was made a user again by the command line';
    case 'verification_resent':
      return 'had the verification link mailed to';
    case 'account_looked_at':
      return 'looked at';
    case 'refund_asked':
      return 'asked for a refund of';
    case 'payment_looked_up':
      return 'looked up the payment';
    case 'webhook_replayed':
      return 'replayed the webhook';
    case 'task_retried':
      return 'had a task tried again:';
    case 'review_hidden':
      return 'hid the review';
    case 'review_shown':
      return 'showed again the review';
    case 'message_handled':
      return 'handled the message';
    case 'message_reopened':
      return 'reopened the message';
    case 'release_withdrawn':
      return 'withdrew the release';
    case 'factors_reset':
      return 'lost the second factors by the command line';
    case 'act_refused':
      return `was refused (${textOf(details.code)}: ${textOf(details.call)}) on`;
    case 'reconcile_asked':
      return 'asked for a comparison with the payment provider';
  }
}

function planWords({ plan, until, was }: AuditEntry['details']): string {
  if (plan === 'Free') return `took the given plan ${textOf(was)} back from`;
  const end =
    typeof until === 'string' ? `until ${formatTime(until, viewerTimeZone())}` : 'for good';
  return `gave ${textOf(plan)} ${end} to`;
}

/** The reason that was typed; null where none is asked for. */
export function reasonOf({ details }: AuditEntry): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
