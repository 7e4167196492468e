import { type Plan, type PlanName, planByName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import type { SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

const DAY_MS = 86_400_000;
/** How long a plan holds after a renewal was due and not paid. */
export const GRACE_DAYS = 7;
/** How long a payment alone holds a plan: its subscription follows within seconds. */
export const PAYMENT_ALONE_HOURS = 24;

export type HeldSubscription = Readonly<{
  plan: PlanName | null;
  status: SubscriptionsTable['status'];
  startedAt: Date;
  period: Readonly<{ start: Date; end: Date }> | null;
  /** A cancellation or pause that is planned. */
  endsAt: Date | null;
  cancelRequested: 'now' | 'period_end' | null;
  /** The provider's time of its last change. */
  changedAt: Date;
  /** All of the money for the period that runs went back. */
  revoked: boolean;
  /** Money that went back came again: what was paid for lasts until then, whatever the status. */
  restoredUntil: Date | null;
}>;

/** A payment whose subscription is not known yet. */
export type HeldPayment = Readonly<{ plan: PlanName; paidAt: Date }>;

export type EntitlementFacts = Readonly<{
  givenPlan: PlanName;
  /** From then on that plan is given no more; null: until it is changed. */
  givenUntil: Date | null;
  /** Day of sign-up: where cycles of a plan without a subscription begin. */
  createdAt: Date;
  subscriptions: readonly HeldSubscription[];
  payments: readonly HeldPayment[];
}>;

/**
 * The one rule of what a user may do now: the best plan of those that an operator gave, that a live
 * subscription holds, and that were paid for a moment ago. Nobody has less for having two.
 */
export function entitlementsOf(facts: EntitlementFacts, now: Date): Entitlements {
  const { givenUntil } = facts;
  const given = givenUntil !== null && now >= givenUntil ? 'Free' : facts.givenPlan;
  const held: Entitlements[] = [
    {
      plan: planByName(given),
      source: given === 'Free' ? 'free' : 'given',
      cycle: billingCycle(facts.createdAt, now),
      overdue: null,
    },
  ];
  for (const payment of facts.payments) {
    held.push({
      plan: planByName(payment.plan),
      source: 'payment',
      cycle: billingCycle(payment.paidAt, now),
      overdue: null,
    });
  }
  for (const subscription of facts.subscriptions) {
    const { plan } = subscription;
    if (plan === null || !holds(subscription, now)) continue;
    held.push({
      plan: planByName(plan),
      source: 'subscription',
      cycle: billingCycle(subscription.period?.start ?? subscription.startedAt, now),
      overdue: overdueOf(subscription),
    });
  }
  // Of two with the same plan the later one counts: a subscription rather than the payment that began it.
  return held.reduce((best, each) => (each.plan.id >= best.plan.id ? each : best));
}

/** Whether a subscription gives its plan now. */
function holds(subscription: HeldSubscription, now: Date): boolean {
  const { status, period, endsAt, cancelRequested, revoked, restoredUntil } = subscription;
  if (revoked) return false;
  if (restoredUntil !== null && now < restoredUntil) return true;
  if (status === 'canceled' || status === 'paused' || cancelRequested === 'now') return false;
  // The provider's word that it has ended may be late or lost.
  if (endsAt !== null && now >= endsAt) return false;
  const overdue = overdueOf(subscription);
  if (overdue) return now < overdue.until;
  // No news since the period ended is no payment either, for long.
  return period === null || now.getTime() < period.end.getTime() + GRACE_DAYS * DAY_MS;
}

/**
 * When the payment that is missing was due: the last end of a period before the provider's news. Read
 * from the news alone, so that it does not matter which of them arrived, or in which order.
 */
export function overdueOf(
  subscription: Pick<HeldSubscription, 'status' | 'period' | 'changedAt'>,
): { since: Date; until: Date } | null {
  const { status, period, changedAt } = subscription;
  if (status !== 'past_due') return null;
  const since = !period ? changedAt : period.end <= changedAt ? period.end : period.start;
  return { since, until: new Date(since.getTime() + GRACE_DAYS * DAY_MS) };
}

/** What a user may do now. The billing feature alone decides it; every other one is handed it. */
export type Entitlements = Readonly<{
  plan: Plan;
  /** What the plan comes from. */
  source: 'free' | 'given' | 'subscription' | 'payment';
  /** In which tokens are counted. */
  cycle: Readonly<{ start: Date; end: Date }>;
  /** A renewal that was not paid: since when, and until when the plan holds all the same. */
  overdue: Readonly<{ since: Date; until: Date }> | null;
}>;

/** @throws AppError unauthorized when the account is gone */
export type ReadEntitlements = (
  handle: Readonly<{ db: Db; clock: Clock }>,
  userId: UserId,
) => Promise<Entitlements>;

type BillingCycle = { start: Date; end: Date };

/**
 * The monthly cycle that holds `now`, counted from `anchor`. A cycle that began on the 31st ends on the
 * last day of a shorter month and goes back to the 31st after it.
 *
 * @example billingCycle(new Date('2026-01-31T10:00Z'), new Date('2026-03-01T00:00Z'))
 * // 2026-02-28T10:00Z to 2026-03-31T10:00Z
 */
export function billingCycle(anchor: Date, now: Date): BillingCycle {
  let months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    now.getUTCMonth() -
    anchor.getUTCMonth();
  if (addMonths(anchor, months) > now) months -= 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

function addMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(anchor.getUTCMonth() + months);
  const daysInMonth = new Date(
    Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0),
  ).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth));
  return moved;
}
