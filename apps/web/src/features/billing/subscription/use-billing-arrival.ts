import { PLANS } from '@quorate/contract/plans';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PlanChoice } from './plan-options.tsx';

/** What somebody brings along from the checkout, in the address. */
export type BillingArrival = Readonly<{ paid: boolean; wish: PlanChoice | null }>;

const NAMES = ['payment', 'change', 'billing'] as const;

/**
 * Takes the arrival out of the address, so that reloading the page, or a bookmark of it, tells nobody
 * again that they have paid.
 */
export function useBillingArrival(): BillingArrival & { endWish: () => void } {
  const [query, setQuery] = useSearchParams();
  const [arrival, setArrival] = useState(() => readArrival(query));
  const arrived = NAMES.some((name) => query.has(name));

  useEffect(() => {
    if (!arrived) return;
    setArrival(readArrival(query));
    const rest = new URLSearchParams(query);
    for (const name of NAMES) rest.delete(name);
    setQuery(rest, { replace: true, preventScrollReset: true });
  }, [arrived, query, setQuery]);

  return useMemo(
    () => ({ ...arrival, endWish: () => setArrival((now) => ({ ...now, wish: null })) }),
    [arrival],
  );
}

function readArrival(query: URLSearchParams): BillingArrival {
  const payment = query.get('payment');
  const plan = PLANS.find(
    ({ name, monthly_cost }) => monthly_cost > 0 && name === query.get('change'),
  );
  // By hand: the list of cycles would bring the validator along before the page can be used.
  const cycle = query.get('billing') === 'yearly' ? 'yearly' : 'monthly';
  return {
    paid: payment === 'success' || payment === 'pending',
    wish: plan ? { plan: plan.name, cycle } : null,
  };
}
