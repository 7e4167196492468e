import { Skeleton } from '@quorate/ui/skeleton';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { ChartsPanel } from '../features/charts/charts-panel.tsx';
import { StatisticsTab } from '../features/trades/statistics-tab.tsx';
import { useIsDemo } from '../lib/demo.ts';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { DrawnInTurn } from '../ui/drawn-in-turn.tsx';

const performance = latePart(
  async () => (await import('../features/performance/performance-panels.tsx')).PerformancePanels,
  <PerformancePlace />,
  'Failed to load the measures',
);

const calibration = latePart(
  async () => (await import('../features/calibration/calibration-panel.tsx')).CalibrationPanel,
  null,
  'Failed to load how the voters have done',
);

const exitTrial = latePart(
  async () => (await import('../features/decisions/exit-trial/exit-trial.tsx')).ExitTrialSection,
  null,
  'Failed to load the trial of exits',
);

/** What the record comes to: the headline figures, the charts, and every measure behind them. */
export function DashboardStatistics({ userId }: { userId: string }) {
  const [timeZone] = useState(viewerTimeZone);
  const viewer = { userId, timeZone };
  const isDemo = useIsDemo();
  return (
    <QueryProvider>
      <DrawnInTurn>
        <StatisticsTab
          {...viewer}
          below={(filter) => (
            <>
              <ChartsPanel {...viewer} filter={filter} currency={filter.currency} />
              <performance.Part {...viewer} filter={filter} />
            </>
          )}
          last={
            <>
              {!isDemo && <exitTrial.Part />}
              <calibration.Part userId={userId} />
            </>
          }
        />
      </DrawnInTurn>
    </QueryProvider>
  );
}

/** The place of the panels while their code is on its way. */
function PerformancePlace() {
  return (
    <div role="status" className="border-t border-line pt-8">
      <span className="sr-only">Loading the measures</span>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-4 h-[90rem] w-full bg-line/25" />
    </div>
  );
}
