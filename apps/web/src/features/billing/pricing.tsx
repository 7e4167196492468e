import { useState } from 'react';
import { usePlans } from './billing.api.ts';
import { CycleToggle } from './cycle-toggle.tsx';
import { PlanCard } from './plan-card.tsx';
import type { BillingCycle } from './plan-figures.ts';

/** The plans and the choice between paying by month and by year. */
export function Pricing() {
  const plans = usePlans();
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  return (
    <>
      <CycleToggle value={cycle} onChange={setCycle} />
      <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} cycle={cycle} />
        ))}
      </div>
      <p className="mx-auto mt-5 max-w-prose text-center text-tiny text-muted">
        Symbols, trades and terminal accounts are counted per trading day, again from 00:00 UTC.
        Tokens are counted per billing cycle.
      </p>
    </>
  );
}
