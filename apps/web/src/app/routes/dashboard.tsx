import { useSearchParams } from 'react-router';
import { useBillingArrival } from '../../features/billing/subscription/use-billing-arrival.ts';
import { DecisionDialog } from '../../features/decisions/decision-dialog.tsx';
import { HistoryTab } from '../../features/trades/history-tab.tsx';
import { StatisticsTab } from '../../features/trades/statistics-tab.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { viewerTimeZone } from '../../lib/time-format.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { DashboardNotices } from '../dashboard-notices.tsx';
import { DashboardOverview } from '../dashboard-overview.tsx';

const TABS = ['overview', 'statistics', 'history'] as const;

export function meta() {
  return [
    ...pageMeta('Dashboard', 'Your plan, your token usage, your statistics and your trades.'),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function DashboardPage() {
  const { user } = useSession();
  const [query, setQuery] = useSearchParams();
  const arrival = useBillingArrival();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  if (!user) return null;

  const timeZone = viewerTimeZone();
  const viewer = { userId: user.id, timeZone };
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'overview';
  const openTab = (name: (typeof TABS)[number]) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (name === 'overview') next.delete('tab');
        else next.set('tab', name);
        return next;
      },
      { preventScrollReset: true },
    );

  return (
    <QueryProvider>
      <div className="wrap pt-6 md:pt-8">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h1 className="font-serif text-title font-medium">Dashboard</h1>
          <p className="flex min-w-0 gap-x-4 text-small text-muted">
            <span className="truncate">{user.username}</span>
            <TextLink to="/dashboard/security">Security</TextLink>
          </p>
        </div>
        <DashboardNotices {...viewer} paid={arrival.paid} />
        <Tabs
          label="Dashboard"
          value={tab}
          onChange={openTab}
          tabs={[
            {
              value: 'overview',
              label: 'Overview',
              content: <DashboardOverview {...viewer} arrival={arrival} />,
            },
            { value: 'statistics', label: 'Statistics', content: <StatisticsTab {...viewer} /> },
            {
              value: 'history',
              label: 'Trade History',
              content: (
                <HistoryTab
                  {...viewer}
                  decision={(decisionId, close) => (
                    <DecisionDialog {...viewer} decisionId={decisionId} onClose={close} />
                  )}
                />
              ),
            },
          ]}
        />
      </div>
    </QueryProvider>
  );
}
