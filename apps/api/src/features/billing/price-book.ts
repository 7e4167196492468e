import type { BillingCycleName } from '@quorate/contract/checkout';
import { planByName } from '@quorate/contract/plans';
import type { PaidPlanName } from '../../db/billing-tables.ts';
import type { ProviderItem } from './provider-entities.ts';

export const PAID_PLANS = ['Starter', 'Pro', 'Elite'] as const satisfies readonly PaidPlanName[];

/** Months that a year costs: two are free. */
const MONTHS_OF_A_YEAR = 10;

/** What is charged, in minor units of US dollars, each cycle and without tax. */
export function planAmount(plan: PaidPlanName, cycle: BillingCycleName): number {
  const monthly = planByName(plan).monthly_cost * 100;
  return cycle === 'monthly' ? monthly : monthly * MONTHS_OF_A_YEAR;
}

export const PLAN_CURRENCY = 'USD';

/** Price ids by plan. The first of a list is sold; those after it were, and are still known. */
export type PriceIds = Readonly<
  Partial<Record<PaidPlanName, Readonly<{ monthly: readonly string[]; yearly: readonly string[] }>>>
>;

export type Offer = Readonly<{
  plan: PaidPlanName;
  cycle: BillingCycleName;
  priceId: string;
  /** Minor units. */
  amount: number;
  currency: string;
}>;

export type PriceBook = Readonly<{
  /**
   * What is sold for a plan and cycle; null: nothing. A plan without a yearly price is sold by the month
   * instead, and the offer says so.
   */
  offer(plan: string, cycle: BillingCycleName): Offer | null;
  /** What a price is for; null for one that is none of ours. */
  planOf(priceId: string): Readonly<{ plan: PaidPlanName; cycle: BillingCycleName }> | null;
  /** Plans that are sold by the month alone. */
  withoutYearly: readonly PaidPlanName[];
}>;

export function createPriceBook(ids: PriceIds): PriceBook {
  const known = new Map<string, { plan: PaidPlanName; cycle: BillingCycleName }>();
  for (const plan of PAID_PLANS) {
    for (const cycle of ['monthly', 'yearly'] as const)
      for (const id of ids[plan]?.[cycle] ?? []) known.set(id, { plan, cycle });
  }
  return {
    offer(name, asked) {
      const plan = PAID_PLANS.find((each) => each === name);
      if (!plan) return null;
      const yearly = asked === 'yearly' ? ids[plan]?.yearly[0] : undefined;
      const cycle = yearly === undefined ? 'monthly' : 'yearly';
      const priceId = yearly ?? ids[plan]?.monthly[0];
      if (priceId === undefined) return null;
      return { plan, cycle, priceId, amount: planAmount(plan, cycle), currency: PLAN_CURRENCY };
    },
    planOf: (priceId) => known.get(priceId) ?? null,
    withoutYearly: PAID_PLANS.filter(
      (plan) => ids[plan]?.monthly.length && !ids[plan]?.yearly.length,
    ),
  };
}

/**
 * The plan that items buy: exactly one, of a price of ours, once, at the amount, in the currency and for
 * the period that the plan costs. Anything else buys none.
 */
export function planBought(
  book: PriceBook,
  items: readonly ProviderItem[],
): Readonly<{ plan: PaidPlanName; cycle: BillingCycleName; priceId: string }> | null {
  const [item] = items;
  if (!item || items.length !== 1 || item.quantity !== 1) return null;
  const known = book.planOf(item.priceId);
  if (!known || item.cycle?.frequency !== 1) return null;
  if (item.cycle.interval !== (known.cycle === 'monthly' ? 'month' : 'year')) return null;
  if (item.unitCurrency !== PLAN_CURRENCY) return null;
  if (item.unitAmount !== planAmount(known.plan, known.cycle)) return null;
  return { ...known, priceId: item.priceId };
}
