import { t } from '@lingui/core/macro';
import type { BillingCycleName } from '@quorate/contract/checkout';
import { PLANS, type PlanName } from '@quorate/contract/plans';
import { Badge } from '@quorate/ui/badge';
import { formatTokens } from '@quorate/ui/token-figure';
import { useId } from 'react';
import { formatLimit, yearlyPrice } from '../plan-figures.ts';
import { amountPerCycle } from './subscription-words.ts';

export type PlanChoice = Readonly<{ plan: PlanName; cycle: BillingCycleName }>;

type PlanOptionsProps = {
  value: PlanChoice;
  /** What is paid for now. */
  current: PlanChoice;
  onChange: (plan: PlanName) => void;
};

/** The plans that are sold, with what each grants. */
export function PlanOptions({ value, current, onChange }: PlanOptionsProps) {
  const group = useId();
  return (
    <fieldset className="overflow-hidden rounded-control border border-line-strong/60">
      <legend className="sr-only">{t`Plan`}</legend>
      {PLANS.filter((plan) => plan.monthly_cost > 0).map(({ name, monthly_cost, granted }) => (
        <label
          key={name}
          className="flex min-h-11 cursor-pointer items-start gap-3 border-b border-line px-4 py-3 text-small last:border-b-0 has-checked:bg-brand/7 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            value={name}
            checked={value.plan === name}
            onChange={() => onChange(name)}
            className="mt-1 size-4 shrink-0 accent-brand outline-none"
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {name}
                {isSame({ plan: name, cycle: value.cycle }, current) && (
                  <Badge tone="brand">{t`Your plan`}</Badge>
                )}
              </span>
              <span className="figures text-tiny">
                {amountPerCycle({
                  amount: value.cycle === 'yearly' ? yearlyPrice(monthly_cost) : monthly_cost,
                  currency: 'USD',
                  billing_cycle: value.cycle,
                })}
              </span>
            </span>
            <span className="mt-0.5 block text-tiny text-muted">{t`Tokens a month: ${formatTokens(granted.tokens)}. Symbols: ${formatLimit(granted.symbols)}. Daily trades: ${formatLimit(granted.daily_trades)}.`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function isSame(one: PlanChoice, other: PlanChoice): boolean {
  return one.plan === other.plan && one.cycle === other.cycle;
}
