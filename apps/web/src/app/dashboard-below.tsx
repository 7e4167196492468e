import { t } from '@lingui/core/macro';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import type { BillingArrival } from '../features/billing/subscription/use-billing-arrival.ts';
import { SubscriptionPanel } from '../features/billing/subscription-panel.tsx';
import { MarketStatePlace } from '../features/calibration/market-state-place.tsx';
import { SetupChecklist } from '../features/checklist/setup-checklist.tsx';
import { VotersPlace } from '../features/decisions/voters-place.tsx';
import { DownloadPanel } from '../features/downloads/download-panel.tsx';
import { BotPanel } from '../features/live/bot-panel.tsx';
import { LimitsPlace } from '../features/rule-sets/limits-place.tsx';
import { useDashboard, useDashboardMemory } from '../features/usage/usage.api.ts';
import { UsagePanel } from '../features/usage/usage-panel.tsx';
import { useIsDemo } from '../lib/demo.ts';
import { latePart } from '../lib/late-part.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';

const voters = latePart(
  async () => (await import('../features/decisions/voters-panel.tsx')).VotersPanel,
  <VotersPlace />,
  t`Failed to load who votes`,
);

const limits = latePart(
  async () => (await import('../features/rule-sets/limits-panel.tsx')).LimitsPanel,
  <LimitsPlace />,
  t`Failed to load your limits`,
);

const market = latePart(
  async () => (await import('../features/calibration/market-state.tsx')).MarketState,
  <MarketStatePlace />,
  t`Failed to load what your analysts have shown`,
);

export type DashboardBelowProps = {
  userId: string;
  arrival: BillingArrival & { endWish: () => void };
};

/** Below the desk: the limits in full, how to stop a bot, what is paid for, how to set up, and who votes. */
export function DashboardBelow({ userId, arrival }: DashboardBelowProps) {
  const [timeZone] = useState(viewerTimeZone);
  const dashboard = useDashboard(userId);
  const { refresh, showFree } = useDashboardMemory(userId);
  const isDemo = useIsDemo();
  return (
    <div className="space-y-6">
      <limits.Part userId={userId} timeZone={timeZone} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[1.15fr_1fr]">
        <div className="grid grid-cols-1 gap-5">
          {/* As high as its place while it loads: the checklist below stays where it is. */}
          <div className="grid min-h-[10.25rem] grid-cols-1">
            <BotPanel
              userId={userId}
              timeZone={timeZone}
              market={<market.Part userId={userId} />}
            />
          </div>
          {!isDemo && <SetupChecklist userId={userId} />}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <UsagePanel
            dashboard={dashboard.data}
            failure={
              dashboard.isError ? (
                <RetryNotice
                  title={t`Failed to load dashboard data`}
                  error={dashboard.error}
                  onRetry={() => void dashboard.refetch()}
                  busy={dashboard.isFetching}
                />
              ) : null
            }
            timeZone={timeZone}
          />
          {!isDemo && (
            <SubscriptionPanel
              userId={userId}
              timeZone={timeZone}
              plan={dashboard.data?.plan}
              paid={arrival.paid}
              wish={arrival.wish}
              onWishDone={arrival.endWish}
              onPlanChanged={() => void refresh()}
              onFree={showFree}
            />
          )}
          {!isDemo && <DownloadPanel timeZone={timeZone} />}
        </div>
      </div>
      <voters.Part userId={userId} />
    </div>
  );
}
