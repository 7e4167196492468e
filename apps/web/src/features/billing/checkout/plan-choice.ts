import type { BillingCycleName } from '@quorate/contract/checkout';
import { PLANS, type PlanName } from '@quorate/contract/plans';

export type PlanChoice = Readonly<{ planName: PlanName; cycle: BillingCycleName }>;

/** What the address asks for: Starter by the month unless it says otherwise. Null: nothing that is sold. */
export function readChoice(query: URLSearchParams): PlanChoice | null {
  const name = query.get('plan') || 'Starter';
  const cycle = query.get('billing') || 'monthly';
  const plan = PLANS.find((known) => known.name === name && known.monthly_cost > 0);
  if (!plan || (cycle !== 'monthly' && cycle !== 'yearly')) return null;
  return { planName: plan.name, cycle };
}
