import type { Reply } from '@quorate/contract/endpoint';
import type { getDashboard } from '@quorate/contract/usage';
import { formatCount } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatDay } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { TokenBar } from './token-bar.tsx';
import { tokenUsage } from './token-usage.ts';

type UsagePanelProps = {
  dashboard: Reply<typeof getDashboard> | undefined;
  failure: ReactNode;
  timeZone: string;
};

/** The current plan and what is left of its tokens. */
export function UsagePanel({ dashboard, failure, timeZone }: UsagePanelProps) {
  return (
    <Panel title="Current plan">
      {dashboard ? (
        <>
          {/* What could be loaded before stays, and is said to be old. */}
          {failure && <div className="mb-4">{failure}</div>}
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-serif text-[1.75rem] leading-tight">{dashboard.plan.name}</span>
            <span className="text-tiny text-muted">
              New cycle on {formatDay(dashboard.usage.period_end, timeZone)}
            </span>
          </p>
          <h3 className="mt-4 mb-2 text-tiny text-muted">Token usage</h3>
          <Tokens dashboard={dashboard} />
        </>
      ) : (
        (failure ?? (
          <div>
            <Skeleton className="h-[2.1875rem] w-28" />
            <Skeleton className="mt-4 h-[1.1875rem] w-24" />
            <Skeleton className="mt-2 h-2 w-full" />
            <Skeleton className="mt-2 h-[2.8125rem] w-56" />
          </div>
        ))
      )}
    </Panel>
  );
}

function Tokens({ dashboard }: { dashboard: Reply<typeof getDashboard> }) {
  const usage = tokenUsage(dashboard.usage, dashboard.plan.is_unlimited);
  if (usage.unlimited) {
    return (
      <p className="text-small">
        <span className="figures text-[0.875rem]">{formatCount(usage.used)}</span> used. Your plan
        is unlimited.
      </p>
    );
  }
  return (
    <>
      <TokenBar percent={usage.percent} level={usage.level} />
      <p className="mt-2 text-small">
        <span className="figures text-[0.875rem]">{formatCount(usage.used)}</span> of{' '}
        <span className="figures text-[0.875rem]">{formatCount(usage.limit)}</span> used (
        {Math.floor(usage.percent)}%)
      </p>
      <p className="mt-0.5 text-tiny text-muted">
        {usage.remaining > 0
          ? `${formatCount(usage.remaining)} tokens remain${usage.level === 'critical' ? ', almost none' : ''}.`
          : 'No tokens remain: the bot pauses until the new cycle or an upgrade.'}
      </p>
    </>
  );
}
