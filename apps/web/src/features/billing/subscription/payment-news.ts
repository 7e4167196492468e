import type { PlanName } from '@quorate/contract/plans';
import type { SubscriptionReply } from './subscription.api.ts';

/** What there is to say about a payment that was just made. */
export type PaymentNews =
  | { kind: 'none' }
  /** `plan` is null while the service has not named the payment. */
  | { kind: 'awaited'; plan: PlanName | null }
  | { kind: 'received'; plan: PlanName }
  | { kind: 'unconfirmed' };

type Known = Pick<SubscriptionReply, 'plan_name' | 'pending_payment' | 'subscription'>;

/**
 * The news after another answer of the service. What the page's address claims begins the wait and
 * never ends it: only the service says that a plan holds.
 *
 * @returns `last` itself when nothing changed
 */
export function nextNews(last: PaymentNews, known: Known): PaymentNews {
  const pending = known.pending_payment?.plan_name;
  if (pending) {
    return last.kind === 'awaited' && last.plan === pending
      ? last
      : { kind: 'awaited', plan: pending };
  }
  if (last.kind !== 'awaited') return last;
  if (last.plan === null) {
    return known.plan_name === 'Free' ? last : { kind: 'received', plan: known.plan_name };
  }
  return known.plan_name === last.plan || known.subscription?.plan_name === last.plan
    ? { kind: 'received', plan: last.plan }
    : { kind: 'unconfirmed' };
}
