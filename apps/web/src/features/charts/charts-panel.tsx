import { EmptyState } from '@quorate/ui/empty-state';
import { useCallback, useDeferredValue, useEffect } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { type ChartSelection, useTradeCharts } from './charts.api.ts';
import { ChartsSkeleton } from './charts-skeleton.tsx';
import { dayAddress } from './day-address.ts';

const board = latePart(
  async () => (await import('./chart-board.tsx')).ChartBoard,
  <ChartsSkeleton />,
  'Failed to load the charts',
);

/** The trades that the filter selects, as pictures. */
export function ChartsPanel(selection: ChartSelection) {
  const query = useTradeCharts(selection);
  // The tab opens at once and draws right after: ten years of days take a moment.
  const charts = useDeferredValue(query.data, undefined);
  // The code comes while the service answers.
  useEffect(board.prepare, []);
  const { account } = selection.filter;
  const addressOf = useCallback((day: string) => dayAddress(day, account), [account]);
  return (
    <section aria-labelledby="charts-title" className="drawn-when-near border-t border-line pt-7">
      <h2 id="charts-title" className="mb-5 font-serif text-heading font-medium">
        Charts
      </h2>
      {query.isError && (
        <div className="mb-6">
          <RetryNotice
            title="Failed to load the charts"
            error={query.error}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        </div>
      )}
      {charts?.total.trades === 0 ? (
        <EmptyState title="No closed trades in this selection">
          Choose a longer period. Every closed trade is in the charts.
        </EmptyState>
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
