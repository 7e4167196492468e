import { t } from '@lingui/core/macro';
import { Badge } from '@quorate/ui/badge';
import { useId } from 'react';
import type { BillingCycle } from './plan-figures.ts';

const CYCLES = [
  { value: 'monthly', label: t`Monthly` },
  { value: 'yearly', label: t`Yearly` },
] as const;

type CycleToggleProps = { value: BillingCycle; onChange: (cycle: BillingCycle) => void };

export function CycleToggle({ value, onChange }: CycleToggleProps) {
  const group = useId();
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <fieldset className="inline-flex noscript:hidden rounded-control border border-line-strong/60 p-1">
        <legend className="sr-only">{t`Billing period`}</legend>
        {CYCLES.map((cycle) => (
          <label
            key={cycle.value}
            className="relative inline-flex min-h-10 items-center gap-2 rounded-md px-4 text-small font-medium text-muted transition-colors duration-150 has-checked:bg-brand has-checked:text-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              value={cycle.value}
              checked={value === cycle.value}
              onChange={() => onChange(cycle.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {cycle.label}
          </label>
        ))}
      </fieldset>
      <p className="text-small text-muted">
        <Badge tone="brand">{t`Save 20%`}</Badge>{' '}
        <span className="ms-1">{t`Yearly: two months free.`}</span>
      </p>
    </div>
  );
}
