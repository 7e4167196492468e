import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import type { BillingArrival } from '../features/billing/subscription/use-billing-arrival.ts';
import { SubscriptionPanel } from '../features/billing/subscription-panel.tsx';
import { MarketStatePlace } from '../features/calibration/market-state-place.tsx';
import { SetupChecklist } from '../features/checklist/setup-checklist.tsx';
import { VotersPlace } from '../features/decisions/voters-place.tsx';
import { Desk } from '../features/desk/desk.tsx';
import { DownloadPanel } from '../features/downloads/download-panel.tsx';
import { HostedPlace } from '../features/hosted/hosted-place.tsx';
import { BotPanel } from '../features/live/bot-panel.tsx';
import { LimitsPlace } from '../features/rule-sets/limits-place.tsx';
import { useDashboard, useDashboardMemory } from '../features/usage/usage.api.ts';
import { UsagePanel } from '../features/usage/usage-panel.tsx';
import { useIsDemo } from '../lib/demo.ts';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { WhenNear } from '../ui/when-near.tsx';

const hosted = latePart(
  async () => (await import('../features/hosted/hosted-panel.tsx')).HostedPanel,
  <HostedPlace />,
  'Failed to load your paper accounts',
);

const sample = latePart(
  async () => (await import('../features/desk/sample-desk.tsx')).SampleDesk,
  null,
  'Failed to load the sample',
);

const voters = latePart(
  async () => (await import('../features/decisions/voters-panel.tsx')).VotersPanel,
  <VotersPlace />,
  'Failed to load who votes',
);

const limits = latePart(
  async () => (await import('../features/rule-sets/limits-panel.tsx')).LimitsPanel,
  <LimitsPlace />,
  'Failed to load your limits',
);

const market = latePart(
  async () => (await import('../features/calibration/market-state.tsx')).MarketState,
  <MarketStatePlace />,
  'Failed to load what your analysts have shown',
);

type DashboardOverviewProps = {
  userId: string;
  arrival: BillingArrival & { endWish: () => void };
};

/** The desk first; below it what an account is set up with, paid for and judged by. */
export function DashboardOverview(props: DashboardOverviewProps) {
  return (
    <QueryProvider>
      <Overview {...props} />
    </QueryProvider>
  );
}

function Overview({ userId, arrival }: DashboardOverviewProps) {
  const [timeZone] = useState(viewerTimeZone);
  const dashboard = useDashboard(userId);
  const { refresh, showFree } = useDashboardMemory(userId);
  const isDemo = useIsDemo();
  return (
    <div className="space-y-6">
      <Desk
        userId={userId}
        timeZone={timeZone}
        empty={<Begin userId={userId} timeZone={timeZone} />}
      >
        <WhenNear>
          <hosted.Part userId={userId} timeZone={timeZone} />
        </WhenNear>
      </Desk>
      <WhenNear className="min-h-dvh space-y-6">
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
                    title="Failed to load dashboard data"
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
      </WhenNear>
    </div>
  );
}

type BeginProps = { userId: string; timeZone: string };

/** Without an account: the one button that begins one, before a sample of what it leads to. */
function Begin({ userId, timeZone }: BeginProps) {
  return (
    <>
      <hosted.Part userId={userId} timeZone={timeZone} />
      <sample.Part timeZone={timeZone} />
    </>
  );
}
