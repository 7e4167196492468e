import type { ScheduledChange, Subscription } from '../model/entities.ts';
import { addCycle, isoOf } from '../model/periods.ts';
import { badRequest, conflict, notFound } from './api-error.ts';
import { type Emulator, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { touch } from './transactions.ts';

const DAY_MS = 86_400_000;
const LOCKED_BEFORE_RENEWAL_MS = 30 * 60_000;

/** @throws ApiError 404 when there is none */
export function findSubscription(emulator: Emulator, id: string): Subscription {
  const subscription = emulator.state.subscriptions.get(id);
  if (!subscription) throw notFound('Subscription', id);
  return subscription;
}

/** @throws ApiError 400 once it has ended: that is for good. 409 in the half hour before a renewal */
export function refuseUnchangeable(emulator: Emulator, subscription: Subscription): void {
  if (subscription.status === 'canceled') {
    throw badRequest('subscription_update_when_canceled', `${subscription.id} is canceled`);
  }
  if (subscription.next_billed_at === null) return;
  const untilRenewalMs = Date.parse(subscription.next_billed_at) - emulator.clock.now();
  const isLive = subscription.status === 'active' || subscription.status === 'trialing';
  if (isLive && untilRenewalMs < LOCKED_BEFORE_RENEWAL_MS) {
    throw conflict(
      'subscription_locked_renewal',
      `${subscription.id} renews at ${subscription.next_billed_at} and is locked until then`,
    );
  }
}

/** Changes fields, and says so. */
export function change(
  emulator: Emulator,
  subscription: Subscription,
  fields: Partial<Subscription>,
): void {
  Object.assign(subscription, fields, { updated_at: nowIso(emulator) });
  emit(emulator, 'subscription.updated', subscription);
}

/** Everything owed is paid, or a pause is over. */
export function becomeActive(emulator: Emulator, subscription: Subscription): void {
  change(emulator, subscription, { status: 'active', paused_at: null });
}

/** A renewal was not paid. */
export function becomePastDue(emulator: Emulator, subscription: Subscription): void {
  change(emulator, subscription, { status: 'past_due' });
  emit(emulator, 'subscription.past_due', subscription);
}

/** Plans a change for the end of the period. */
export function schedule(
  emulator: Emulator,
  subscription: Subscription,
  action: ScheduledChange['action'],
  resumeAt: string | null = null,
): void {
  const effectiveAt = subscription.current_billing_period?.ends_at;
  if (effectiveAt === undefined) {
    throw badRequest('subscription_not_active', `${subscription.id} has no running period`);
  }
  const planned = { action, effective_at: effectiveAt, resume_at: resumeAt };
  change(emulator, subscription, { scheduled_change: planned });
}

/** Ends it for good; what was still owed for it is let go. */
export function cancelNow(emulator: Emulator, subscription: Subscription): void {
  for (const transaction of emulator.state.transactions.values()) {
    if (transaction.subscription_id !== subscription.id) continue;
    if (transaction.status !== 'past_due' && transaction.status !== 'ready') continue;
    emulator.state.dunning.delete(transaction.id);
    transaction.status = 'canceled';
    touch(emulator, transaction);
    emit(emulator, 'transaction.canceled', transaction);
  }
  emulator.state.pendingCharges.delete(subscription.id);
  change(emulator, subscription, {
    status: 'canceled',
    canceled_at: nowIso(emulator),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: null,
    paused_at: null,
    items: subscription.items.map((item) => ({
      ...item,
      status: 'inactive' as const,
      next_billed_at: null,
    })),
  });
  emit(emulator, 'subscription.canceled', subscription);
}

/** Stops billing. @param resumeAt when it goes on by itself; null: only when it is asked to */
export function pauseNow(
  emulator: Emulator,
  subscription: Subscription,
  resumeAt: string | null,
): void {
  change(emulator, subscription, {
    status: 'paused',
    paused_at: nowIso(emulator),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change:
      resumeAt === null ? null : { action: 'resume', effective_at: resumeAt, resume_at: null },
    items: subscription.items.map((item) => ({ ...item, status: 'inactive' as const })),
  });
  emit(emulator, 'subscription.paused', subscription);
}

/** A subscription of the 31st is billed on the last day of shorter months, and then on the 31st again. */
function dayOfBills(subscription: Subscription, startMs: number): number {
  const start = new Date(startMs);
  const day = start.getUTCDate();
  const firstDay = new Date(subscription.first_billed_at ?? startMs).getUTCDate();
  const isLastOfMonth = new Date(startMs + DAY_MS).getUTCDate() === 1;
  return isLastOfMonth ? Math.max(day, firstDay) : day;
}

/** Starts a period that begins at a moment, with every item in it. */
export function startPeriod(subscription: Subscription, startMs: number): void {
  const endsAt = isoOf(
    addCycle(startMs, subscription.billing_cycle, dayOfBills(subscription, startMs)),
  );
  const startsAt = isoOf(startMs);
  subscription.current_billing_period = { starts_at: startsAt, ends_at: endsAt };
  subscription.next_billed_at = endsAt;
  subscription.first_billed_at ??= startsAt;
  subscription.items = subscription.items.map((item) => ({
    ...item,
    status: 'active',
    previously_billed_at: startsAt,
    next_billed_at: endsAt,
  }));
}
