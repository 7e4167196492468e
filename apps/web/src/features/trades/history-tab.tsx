import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HistoryControls } from './history-controls.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { SyncHistory } from './sync-history.tsx';
import type { TradeFilter } from './trade-filter.ts';
import { TradeList } from './trade-list.tsx';
import { TradeTable } from './trade-table.tsx';
import { useTradeHistory } from './trades.api.ts';
import { useTradeFilter } from './use-trade-filter.ts';

type HistoryTabProps = {
  userId: string;
  timeZone: string;
  /** Shows the decision behind a trade. */
  onDecision: (decisionId: string) => void;
  /** What else can be done with the trades that the filter selects. */
  tools?: (filter: TradeFilter) => ReactNode;
};

export function HistoryTab({ userId, timeZone, onDecision, tools }: HistoryTabProps) {
  const wide = useMediaQuery('(min-width: 60rem)');
  const [filter, change] = useTradeFilter();
  const history = useTradeHistory(userId, filter, timeZone);
  // 500 rows take a moment to make; a press in between must not wait for them.
  const shown = useDeferredValue(history.data, undefined);
  const page = shown?.pagination;

  // An address may name a page that is no longer there.
  const answered = history.isPlaceholderData ? undefined : history.data?.pagination;
  const lastPage = answered ? answered.total_pages : null;
  const beyond = lastPage !== null && lastPage > 0 && filter.page > lastPage;
  const goBack = useEffectEvent((last: number) => change({ page: last }));
  useEffect(() => {
    if (beyond && lastPage !== null) goBack(lastPage);
  }, [beyond, lastPage]);

  const rows = shown?.recent_trades ?? [];
  const view = { trades: rows, timeZone, onOpen: onDecision };

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FilterBar filter={filter} onChange={change}>
          <HistoryControls filter={filter} onChange={change} withSort={!wide} />
        </FilterBar>
        <div className="grid grid-cols-2 gap-3 max-sm:w-full sm:flex sm:flex-wrap max-sm:[&>:first-child]:col-span-2">
          <SyncHistory onDone={() => void history.refetch()} busy={history.isFetching} />
          {tools?.(filter)}
        </div>
      </div>
      {history.isError && (
        <RetryNotice
          title="Failed to load trade history"
          error={history.error}
          onRetry={() => void history.refetch()}
          busy={history.isFetching}
        />
      )}
      {page ? (
        <div
          aria-busy={history.isPlaceholderData}
          className={history.isPlaceholderData ? 'opacity-60' : undefined}
        >
          {rows.length === 0 && !beyond ? (
            <HistoryEmpty filter={filter} onChange={change} />
          ) : wide ? (
            <TradeTable {...view} filter={filter} onChange={change} />
          ) : (
            <TradeList {...view} />
          )}
          {page.total > 0 && (
            <div className="mt-4">
              <Pagination page={page} noun="trades" onPage={(next) => change({ page: next })} />
            </div>
          )}
        </div>
      ) : (
        !history.isError && <RowsSkeleton loading="Loading trades" />
      )}
    </div>
  );
}
