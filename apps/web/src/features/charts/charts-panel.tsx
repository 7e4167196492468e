import { t } from '@lingui/core/macro';
import { getTradeCharts } from '@quorate/contract/trade-charts';
import { EmptyState } from '@quorate/ui/empty-state';
import { Skeleton } from '@quorate/ui/skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useDeskPath } from '../../lib/desk-path.ts';
import { latePart } from '../../lib/late-part.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { EquityChart } from './equity-chart.tsx';
import { type ChartFilter, type ChartSelection, selectionQuery } from './equity-curve.api.ts';

const board = latePart(
  async () => (await import('./chart-board.tsx')).ChartBoard,
  <ChartsSkeleton />,
  t`Failed to load the charts`,
);

/** The trades that the filter selects, as pictures. */
export function ChartsPanel(selection: ChartSelection) {
  const query = useTradeCharts(selection);
  // The tab opens at once and draws right after: ten years of days take a moment.
  const charts = useDeferredValue(query.data, undefined);
  // The code comes while the service answers.
  useEffect(board.prepare, []);
  const { account } = selection.filter;
  const desk = useDeskPath();
  const addressOf = useCallback((day: string) => dayAddress(desk, day, account), [desk, account]);
  return (
    <section aria-labelledby="charts-title" className="space-y-8">
      <h2 id="charts-title" className="sr-only">{t`Charts`}</h2>
      {query.isError && (
        <RetryNotice
          title={t`Failed to load the charts`}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {charts?.total.trades !== 0 && <EquityChart {...selection} />}
      {charts?.total.trades === 0 ? (
        <EmptyState
          title={t`No closed trades in this selection`}
        >{t`Choose a longer period. Every closed trade is in the charts.`}</EmptyState>
      ) : charts ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'opacity-60' : undefined}
        >
          <board.Part charts={charts} dayAddress={addressOf} />
        </div>
      ) : (
        !query.isError && <ChartsSkeleton />
      )}
    </section>
  );
}

/** Trade History with the trades that were closed on one day, of the same kind of account. */
function dayAddress(desk: string, day: string, account: ChartFilter['account']): string {
  const query = new URLSearchParams({ tab: 'history', period: 'custom', from: day, to: day });
  if (account !== 'all') query.set('account', account);
  return `${desk}?${query}`;
}

const { calendar, symbols, weekdays, hours, sessions, r } = CHART_NOTES;

/** The place of the charts, as high as they are: nothing below or between them moves when they come. */
function ChartsSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">{t`Loading charts`}</span>
      <Place {...calendar} height="h-[23rem] sm:h-[13.5rem]" />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {[weekdays, hours, sessions, r].map((names) => (
          <Place key={names.title} {...names} height="h-[15.8rem] sm:h-[14.6875rem]" />
        ))}
      </div>
      <Place {...symbols} height="h-40" />
    </div>
  );
}

function Place({ title, note, height }: { title: string; note: string; height: string }) {
  return (
    <ChartFrame title={title} note={note} total="" table={null}>
      <Skeleton className={height} />
    </ChartFrame>
  );
}

/** The slices of what the filter selects. While another selection loads, the last one stays. */
function useTradeCharts(selection: ChartSelection) {
  const query = selectionQuery(selection);
  return useQuery({
    queryKey: ['trades', selection.userId, 'charts', query],
    queryFn: ({ signal }) => callApi(getTradeCharts, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
