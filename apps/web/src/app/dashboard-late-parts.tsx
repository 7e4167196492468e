import { latePart } from '../lib/late-part.tsx';

/** The parts of the dashboard, whose code comes when they are opened. */
export const overview = latePart(
  async () => (await import('./dashboard-overview.tsx')).DashboardOverview,
  <PartPlace />,
  'Failed to load the overview',
);

export const statistics = latePart(
  async () => (await import('./dashboard-statistics.tsx')).DashboardStatistics,
  <PartPlace />,
  'Failed to load the statistics',
);

export const history = latePart(
  async () => (await import('./dashboard-history.tsx')).DashboardHistory,
  <PartPlace />,
  'Failed to load the trade history',
);

export const live = latePart(
  async () => (await import('./dashboard-live.tsx')).DashboardLive,
  null,
  'Failed to follow the service',
);

export const notices = latePart(
  async () => (await import('./dashboard-notices.tsx')).DashboardNotices,
  null,
  'Failed to load the news of your plan',
);

/** A tab has room of its own: nothing stands below that could move. */
function PartPlace() {
  return (
    <p role="status" className="sr-only">
      Loading
    </p>
  );
}
