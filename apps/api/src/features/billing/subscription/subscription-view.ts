import type { SubscriptionView } from '@quorate/contract/subscription';
import { overdueOf } from '../entitlements/entitlements.ts';
import { majorUnits } from '../money-words.ts';
import type { SubscriptionRow } from './subscription.queries.ts';

/** A living subscription as the dashboard shows it. */
export function subscriptionView(row: SubscriptionRow): SubscriptionView {
  const { period_start: start, period_end: end, cancel_requested: asked } = row;
  const endsAt = endOf(row);
  const overdue = overdueOf({
    status: row.status,
    period: start && end ? { start, end } : null,
    changedAt: row.provider_updated_at,
  });
  const isBilledAgain = endsAt === null && asked === null && row.next_billed_at !== null;
  return {
    // A price that is none of ours gives no plan; it must be seen all the same, to be cancelled.
    plan_name: row.plan_name ?? 'Free',
    amount: majorUnits(row.amount, row.currency),
    currency: row.currency,
    status: statusOf(row),
    billing_cycle: row.billing_cycle ?? 'monthly',
    ...(isBilledAgain && { next_billing_date: row.next_billed_at?.toISOString() }),
    ...(endsAt && { ends_at: endsAt.toISOString() }),
    ...(overdue && { access_until: overdue.until.toISOString() }),
    ...(asked && { waiting_for: asked === 'now' ? 'cancel_now' : 'cancel_at_period_end' }),
  };
}

/** When a subscription that is cancelled for a day ends, confirmed or asked for; null: it goes on. */
export function endOf({
  scheduled_action: planned,
  scheduled_at: at,
  cancel_requested: asked,
  period_end: periodEnd,
}: SubscriptionRow): Date | null {
  if (asked === 'now') return null;
  if (planned === 'cancel' || planned === 'pause') return at;
  return asked === 'period_end' ? periodEnd : null;
}

function statusOf({ status }: SubscriptionRow): SubscriptionView['status'] {
  return status === 'past_due' || status === 'paused' ? status : 'active';
}
