import { dayInWords } from '../day-words.ts';
import type { SubscriptionRow } from './subscription.queries.ts';
import { endOf } from './subscription-view.ts';

/** 'Pro subscription' */
function named({ plan_name: plan }: Pick<SubscriptionRow, 'plan_name'>): string {
  return plan === null ? 'subscription' : `${plan} subscription`;
}

const TOLD_LATER =
  'The payment provider has not confirmed that yet; it is asked until it does, and a bill made meanwhile is given back. You need not wait for it.';

export function endedWords(row: SubscriptionRow): string {
  return `Your ${named(row)} has ended, and nothing more is billed for it.`;
}

export function cancelledWords(row: SubscriptionRow, isConfirmed: boolean): string {
  if (row.cancel_requested === 'now') return `Your ${named(row)} is cancelled. ${TOLD_LATER}`;
  const end = endOf(row);
  const until = end === null ? 'the end of its billing period' : dayInWords(end);
  return isConfirmed
    ? `Your ${named(row)} ends on ${until}. You keep it until then, and nothing more is billed for it.`
    : `Your ${named(row)} is cancelled for ${until}. ${TOLD_LATER}`;
}

export function keptWords(row: SubscriptionRow): string {
  const next = row.next_billed_at;
  const bill = next === null ? '' : ` It is billed next on ${dayInWords(next)}.`;
  return `Your ${named(row)} goes on.${bill}`;
}

export function changedWords(row: SubscriptionRow, settle: 'now' | 'next_bill'): string {
  const plan = `You are on the ${row.plan_name} plan now, billed ${row.billing_cycle}.`;
  if (settle === 'now') return plan;
  const next = row.next_billed_at;
  return `${plan} The difference counts at the next bill${next === null ? '' : `, on ${dayInWords(next)}`}.`;
}

export const CHANGE_PENDING =
  'Your change is being confirmed by the payment provider. The dashboard shows it as soon as it is; please do not ask for it again.';
