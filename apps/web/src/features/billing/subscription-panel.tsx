import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatDollars } from './plan-figures.ts';

type SubscriptionPanelProps = {
  /** Undefined until the plan is known. */
  plan: { name: string; monthly_cost: number; description: string } | undefined;
  /** Stands instead of the panel's content when the plan could not be loaded. */
  failure: ReactNode;
};

/** A Free plan is no subscription; a paid one is active and billed monthly. */
export function SubscriptionPanel({ plan, failure }: SubscriptionPanelProps) {
  return (
    <Panel title="Subscription">
      {plan ? (
        plan.monthly_cost === 0 ? (
          <>
            <p className="text-small">You have no subscription.</p>
            <p className="mt-1 text-small text-muted">{plan.description}</p>
            <LinkButton to="/pricing" variant="secondary" size="small" className="mt-4">
              See paid plans
            </LinkButton>
          </>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-serif text-heading">{plan.name}</span>
              <Badge tone="gain">Active</Badge>
            </p>
            <p className="mt-1 text-small text-muted">
              {formatDollars(plan.monthly_cost)} a month, billed monthly. {plan.description}
            </p>
          </>
        )
      ) : (
        (failure ?? (
          <div>
            <Skeleton className="h-7 w-32" />
            <Skeleton className="mt-1 h-[2.8125rem] w-full" />
          </div>
        ))
      )}
    </Panel>
  );
}
