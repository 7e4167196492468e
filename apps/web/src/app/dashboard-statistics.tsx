import { t } from '@lingui/core/macro';
import { Skeleton } from '@quorate/ui/skeleton';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { SectionLink, type SectionName } from '../features/trades/statistics-sections.tsx';
import { StatisticsTab } from '../features/trades/statistics-tab.tsx';
import type { TradeFilter } from '../features/trades/trade-filter.ts';
import { useIsDemo } from '../lib/demo.ts';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { DrawnInTurn } from '../ui/drawn-in-turn.tsx';

const sureness = latePart(
  async () => (await import('../features/performance/headline-sureness.tsx')).HeadlineSureness,
  <PartPlace height="h-[17rem]" />,
  t`Failed to load the intervals`,
);

const analystLines = latePart(
  async () => (await import('../features/calibration/analyst-lines.tsx')).AnalystLines,
  <PartPlace height="h-[17rem]" />,
  t`Failed to load how the voters have done`,
);

const refused = latePart(
  async () => (await import('../features/performance/refused-trades.tsx')).RefusedTrades,
  <PartPlace height="h-[22rem]" />,
  t`Failed to load what was not traded`,
);

const charts = latePart(
  async () => (await import('../features/charts/charts-panel.tsx')).ChartsPanel,
  <PartPlace height="h-[90rem]" />,
  t`Failed to load the charts`,
);

const compared = latePart(
  async () => (await import('../features/charts/compare-chart.tsx')).CompareChart,
  <PartPlace height="h-[24rem]" />,
  t`Failed to load the chart`,
);

const measures = latePart(
  async () => (await import('../features/performance/performance-panels.tsx')).MeasuresSection,
  <PartPlace height="h-[90rem]" />,
  t`Failed to load the measures`,
);

const simulation = latePart(
  async () => (await import('../features/performance/performance-panels.tsx')).SimulationSection,
  <PartPlace height="h-[40rem]" />,
  t`Failed to load the simulation`,
);

const exitTrial = latePart(
  async () => (await import('../features/decisions/exit-trial/exit-trial.tsx')).ExitTrialSection,
  null,
  t`Failed to load the trial of exits`,
);

const calibration = latePart(
  async () => (await import('../features/calibration/calibration-panel.tsx')).CalibrationPanel,
  <PartPlace height="h-[60rem]" />,
  t`Failed to load how the voters have done`,
);

/** The code of each section. */
const PARTS: Readonly<Record<SectionName, readonly { prepare: () => void }[]>> = {
  summary: [sureness, analystLines, refused],
  charts: [charts],
  measures: [measures],
  simulation: [simulation, exitTrial],
  analysts: [calibration],
};

/** What the record comes to, a section at a time: figures, charts, measures, simulation, analysts. */
export function DashboardStatistics({ userId }: { userId: string }) {
  const [timeZone] = useState(viewerTimeZone);
  const viewer = { userId, timeZone };
  const isDemo = useIsDemo();
  const content = (section: SectionName, filter: TradeFilter, hasTrades: boolean) => {
    switch (section) {
      case 'summary':
        return (
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            {hasTrades && <sureness.Part {...viewer} filter={filter} />}
            <analystLines.Part
              userId={userId}
              more={<SectionLink section="analysts">{t`All about your analysts`}</SectionLink>}
            />
            <div className="lg:col-span-2">
              <refused.Part {...viewer} filter={filter} />
            </div>
          </div>
        );
      case 'charts':
        return <charts.Part {...viewer} filter={filter} currency={filter.currency} />;
      case 'measures':
        return <measures.Part {...viewer} filter={filter} />;
      case 'simulation':
        return (
          <>
            <simulation.Part {...viewer} filter={filter} />
            {!isDemo && <exitTrial.Part />}
          </>
        );
      case 'analysts':
        return <calibration.Part userId={userId} />;
    }
  };
  return (
    <QueryProvider>
      <DrawnInTurn>
        <StatisticsTab
          {...viewer}
          content={content}
          curves={(first, second) => (
            <compared.Part
              first={{ ...viewer, filter: first, currency: first.currency }}
              second={{ ...viewer, filter: second, currency: second.currency }}
            />
          )}
          prepare={(section) => {
            for (const part of PARTS[section]) part.prepare();
          }}
        />
      </DrawnInTurn>
    </QueryProvider>
  );
}

/** The place of a part while its code is on its way. */
function PartPlace({ height }: { height: string }) {
  return (
    <div role="status">
      <span className="sr-only">{t`Loading`}</span>
      <Skeleton className={`w-full bg-line/25 ${height}`} />
    </div>
  );
}
