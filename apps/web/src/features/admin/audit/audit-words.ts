import type { AuditEntry, OperatorAction } from '@quorate/contract/admin-audit';
import { countOf } from '@quorate/ui/format';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';

type Details = AuditEntry['details'];

/** What each action is called where one is chosen, and the words between who did it and what it was done to. */
const WORDS: Readonly<
  Record<OperatorAction, [name: string, between: string | ((details: Details) => string)]>
> = {
  role_granted: ['Role given', 'was made an operator by the command line'],
  role_revoked: ['Role taken back', 'was made a user again by the command line'],
  plan_given: ['Plan given', planWords],
  sessions_ended: [
    'Sessions ended',
    ({ sessions }) => `ended ${countOf(typeof sessions === 'number' ? sessions : 0, 'session')} of`,
  ],
  verification_resent: ['Verification mailed', 'had the verification link mailed to'],
  account_looked_at: ['Account looked at', 'looked at'],
  refund_asked: ['Refund asked for', 'asked for a refund of'],
  payment_looked_up: ['Payment looked up', 'looked up the payment'],
  webhook_replayed: ['Webhook replayed', 'replayed the webhook'],
  task_retried: ['Task retried', 'had a task tried again:'],
  review_hidden: ['Review hidden', 'hid the review'],
  review_shown: ['Review shown', 'showed again the review'],
  message_handled: ['Message handled', 'handled the message'],
  message_reopened: ['Message reopened', 'reopened the message'],
  release_withdrawn: ['Release withdrawn', 'withdrew the release'],
  factors_reset: ['Second factors reset', 'lost the second factors by the command line'],
  act_refused: [
    'Act refused',
    ({ code, call }) => `was refused (${textOf(code)}: ${textOf(call)}) on`,
  ],
  reconcile_asked: [
    'Comparison with the provider asked for',
    'asked for a comparison with the payment provider',
  ],
};

export function actionName(action: OperatorAction): string {
  return WORDS[action][0];
}

/**
 * What was done, as the words between who did it and what it was done to.
 *
 * @example wordsBetween(entry) // 'gave Pro until 5 Mar 2026, 10:00 to'
 */
export function wordsBetween({ action, details }: AuditEntry): string {
  const [, between] = WORDS[action];
  return typeof between === 'string' ? between : between(details);
}

function planWords({ plan, until, was }: Details): string {
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
