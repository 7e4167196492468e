import { SubscriptionPanel } from '../features/billing/subscription-panel.tsx';
import { SetupChecklist } from '../features/checklist/setup-checklist.tsx';
import { DownloadPanel } from '../features/downloads/download-panel.tsx';
import { TodayCards } from '../features/trades/today-cards.tsx';
import { useDashboard } from '../features/usage/usage.api.ts';
import { UsagePanel } from '../features/usage/usage-panel.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';

type DashboardOverviewProps = { userId: string; timeZone: string };

/** Today at the top, then what needs attention. */
export function DashboardOverview({ userId, timeZone }: DashboardOverviewProps) {
  const dashboard = useDashboard(userId);
  const failure = (title: string) =>
    dashboard.isError ? (
      <RetryNotice
        title={title}
        error={dashboard.error}
        onRetry={() => void dashboard.refetch()}
        busy={dashboard.isFetching}
      />
    ) : null;
  return (
    <div className="space-y-6">
      <TodayCards userId={userId} timeZone={timeZone} />
      <div className="grid items-start gap-5 lg:grid-cols-[1.15fr_1fr]">
        <SetupChecklist userId={userId} />
        <div className="grid gap-5">
          <UsagePanel
            dashboard={dashboard.data}
            failure={failure('Failed to load dashboard data')}
            timeZone={timeZone}
          />
          <SubscriptionPanel
            plan={dashboard.data?.plan}
            failure={failure('Failed to load subscription details')}
          />
          <DownloadPanel />
        </div>
      </div>
    </div>
  );
}
