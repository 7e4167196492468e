import { EmptyState } from '@quorate/ui/empty-state';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { LinkButton } from '../../ui/link-button.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { FilterBar } from './filter-bar.tsx';
import { StatisticsFigures, StatisticsSkeleton } from './statistics-figures.tsx';
import type { TradeFilter } from './trade-filter.ts';
import { arePractice } from './trade-words.ts';
import { useStatistics } from './trades.api.ts';
import { useTradeFilter } from './use-trade-filter.ts';

type StatisticsTabProps = {
  userId: string;
  timeZone: string;
  /** More about the trades that the filter selects, below the figures; its currency is the one shown. */
  below?: (filter: TradeFilter) => ReactNode;
  /** What has nothing to do with the filter. It stands last, and only when its place is known. */
  last?: ReactNode;
};

export function StatisticsTab({ userId, timeZone, below, last }: StatisticsTabProps) {
  const [filter, change] = useTradeFilter();
  const statistics = useStatistics(userId, filter, timeZone);
  const currencies = statistics.data?.currencies ?? [];
  const shown = statistics.data?.statistics;
  // What is below asks for itself: it stands even where these figures could not be had.
  const showsMore = statistics.isError || (shown?.total_trades ?? 0) > 0;

  // Another period may have no trade in the currency that was chosen.
  const gone =
    filter.currency !== null &&
    currencies.length > 0 &&
    !statistics.isPlaceholderData &&
    !currencies.some(({ currency }) => currency === filter.currency);
  const forget = useEffectEvent(() => change({ currency: null }));
  useEffect(() => {
    if (gone) forget();
  }, [gone]);

  return (
    <div className="space-y-6">
      <FilterBar userId={userId} filter={filter} onChange={change}>
        {statistics.data && currencies.length > 1 && (
          <SelectField
            label="Currency"
            value={statistics.data.statistics.currency}
            options={currencies.map(({ currency, total_trades: total }) => ({
              value: currency,
              label: `${currency} (${total})`,
            }))}
            onChange={(currency) => change({ currency })}
            className="w-36"
          />
        )}
      </FilterBar>
      {statistics.isError && (
        <RetryNotice
          title="Failed to load trading statistics"
          error={statistics.error}
          onRetry={() => void statistics.refetch()}
          busy={statistics.isFetching}
        />
      )}
      {statistics.data ? (
        <div
          aria-busy={statistics.isPlaceholderData}
          className={statistics.isPlaceholderData ? 'opacity-60' : undefined}
        >
          {arePractice(statistics.data.recent_trades) && (
            <Notice className="mb-4" title="Practice">
              These figures are of a made-up market. They are never mixed with those of your other
              accounts.
            </Notice>
          )}
          <StatisticsFigures statistics={statistics.data.statistics} />
          {statistics.data.statistics.total_trades === 0 && (
            <EmptyState
              title="No closed trades in this selection"
              action={
                <LinkButton to="/guide" variant="secondary">
                  Set up the bot
                </LinkButton>
              }
            >
              Run the bot, or choose a longer period. Every closed trade counts here.
            </EmptyState>
          )}
        </div>
      ) : (
        !statistics.isError && <StatisticsSkeleton />
      )}
      {showsMore && below?.({ ...filter, currency: filter.currency ?? shown?.currency ?? null })}
      {(statistics.data || statistics.isError) && last}
    </div>
  );
}
