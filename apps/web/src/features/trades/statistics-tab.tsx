import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { periodQuery } from '../../lib/trade-selection.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ProvenanceShares } from '../../ui/provenance-shares.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { FilterBar } from './filter-bar.tsx';
import { StatisticsComparison } from './statistics-comparison.tsx';
import { StatisticsFigures, StatisticsSkeleton } from './statistics-figures.tsx';
import { SectionBar, type SectionName, sectionOf } from './statistics-sections.tsx';
import type { TradeFilter } from './trade-filter.ts';
import { arePractice } from './trade-words.ts';
import { useStatistics } from './trades.api.ts';
import { useComparedFilter } from './use-compared-filter.ts';
import { type ChangeFilter, useTradeFilter } from './use-trade-filter.ts';

type StatisticsTabProps = {
  userId: string;
  timeZone: string;
  /** What a section shows of the selected trades; of the summary, what stands below its figures. */
  content: (section: SectionName, filter: TradeFilter, hasTrades: boolean) => ReactNode;
  /** Below the figures of two selections. */
  curves: (first: TradeFilter, second: TradeFilter) => ReactNode;
  /** Sends for the code of a section. */
  prepare: (section: SectionName) => void;
};

/** Sections that say something without a closed trade. */
const WITHOUT_TRADES: ReadonlySet<SectionName> = new Set(['summary', 'analysts']);

export function StatisticsTab({ userId, timeZone, content, curves, prepare }: StatisticsTabProps) {
  const [filter, change] = useTradeFilter();
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const section = sectionOf(query, hash);
  const statistics = useStatistics(userId, filter, timeZone);
  const compared = useComparedFilter();
  const isCompared = section === 'summary' && compared.filter !== null;
  useKnownCurrency(filter, change, statistics);
  const shown = statistics.data?.statistics;
  const selected = { ...filter, currency: filter.currency ?? shown?.currency ?? null };
  // A section asks for itself: it stands even where these figures could not be had.
  const hasTrades = statistics.isError || (shown?.total_trades ?? 0) > 0;
  const isKnown = statistics.isError || shown !== undefined;

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <FilterBar userId={userId} filter={filter} onChange={change}>
          <CurrencyField statistics={statistics} onChange={change} />
        </FilterBar>
        {section === 'summary' && compared.filter === null && (
          <Button
            variant="secondary"
            className="max-sm:w-full"
            onClick={compared.begin}
          >{t`Compare`}</Button>
        )}
      </div>
      <SectionBar current={section} prepare={prepare} />
      <div data-section={section} className="space-y-6 pt-1">
        {statistics.isError && (
          <RetryNotice
            title={t`Failed to load trading statistics`}
            error={statistics.error}
            onRetry={() => void statistics.refetch()}
            busy={statistics.isFetching}
          />
        )}
        {arePractice(statistics.data?.recent_trades) && section === 'summary' && (
          <Notice
            title={t`Practice`}
          >{t`These figures are of a made-up market. They are never mixed with those of your other accounts.`}</Notice>
        )}
        {isCompared && compared.filter ? (
          <Comparison
            userId={userId}
            timeZone={timeZone}
            first={statistics}
            second={compared.filter}
            onChange={compared.change}
            onEnd={compared.end}
            curves={(second) => curves(selected, second)}
          />
        ) : (
          section === 'summary' &&
          (statistics.data ? (
            <div
              aria-busy={statistics.isPlaceholderData}
              className={statistics.isPlaceholderData ? 'opacity-60' : undefined}
            >
              <StatisticsFigures statistics={statistics.data.statistics} />
              {statistics.data.statistics.total_trades > 0 && (
                <div className="mt-4 min-h-5">
                  <ProvenanceShares
                    userId={userId}
                    query={{
                      ...periodQuery(filter, timeZone),
                      currency: statistics.data.statistics.currency,
                    }}
                  />
                </div>
              )}
            </div>
          ) : (
            !statistics.isError && <StatisticsSkeleton />
          ))
        )}
        {isKnown && !hasTrades && section !== 'analysts' && (
          <EmptyState
            title={t`No closed trades in this selection`}
            action={<LinkButton to="/guide" variant="secondary">{t`Set up the bot`}</LinkButton>}
          >{t`Run the bot, or choose a longer period. Every closed trade counts here.`}</EmptyState>
        )}
        {!isCompared &&
          isKnown &&
          (hasTrades || WITHOUT_TRADES.has(section)) &&
          content(section, selected, hasTrades)}
      </div>
    </div>
  );
}

type Statistics = ReturnType<typeof useStatistics>;

/** Another period may have no trade in the currency that was chosen. */
function useKnownCurrency(filter: TradeFilter, change: ChangeFilter, statistics: Statistics): void {
  const currencies = statistics.data?.currencies ?? [];
  const gone =
    filter.currency !== null &&
    currencies.length > 0 &&
    !statistics.isPlaceholderData &&
    !currencies.some(({ currency }) => currency === filter.currency);
  const forget = useEffectEvent(() => change({ currency: null }));
  useEffect(() => {
    if (gone) forget();
  }, [gone]);
}

function CurrencyField({
  statistics: { data },
  onChange,
}: {
  statistics: Statistics;
  onChange: ChangeFilter;
}) {
  if (!data || data.currencies.length < 2) return null;
  return (
    <SelectField
      label={t`Currency`}
      value={data.statistics.currency}
      options={data.currencies.map(({ currency, total_trades: total }) => ({
        value: currency,
        label: `${currency} (${total})`,
      }))}
      onChange={(currency) => onChange({ currency })}
      className="w-36"
    />
  );
}

type ComparisonProps = {
  userId: string;
  timeZone: string;
  first: Statistics;
  second: TradeFilter;
  onChange: ChangeFilter;
  onEnd: () => void;
  curves: (second: TradeFilter) => ReactNode;
};

/** The filter above is A; the one here is B. */
function Comparison(props: ComparisonProps) {
  const { userId, timeZone, first, second, onChange, onEnd, curves } = props;
  const statistics = useStatistics(userId, second, timeZone);
  useKnownCurrency(second, onChange, statistics);
  const currency = second.currency ?? statistics.data?.statistics.currency ?? null;
  return (
    <section aria-labelledby="comparison" className="space-y-6">
      <div>
        <h2 id="comparison" className="font-serif text-heading">{t`Comparison`}</h2>
        <p className="mt-1 max-w-prose text-small text-muted">{t`A is what you chose above. Choose B here.`}</p>
      </div>
      <fieldset className="flex flex-wrap items-end gap-3 border-s-2 border-warn ps-3">
        <legend className="sr-only">B</legend>
        <FilterBar userId={userId} filter={second} onChange={onChange}>
          <CurrencyField statistics={statistics} onChange={onChange} />
        </FilterBar>
        <Button
          variant="quiet"
          className="max-sm:w-full"
          onClick={onEnd}
        >{t`End comparison`}</Button>
      </fieldset>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <section
          aria-label={t`Figures of A and B`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus
          tabIndex={0}
          className="min-w-0 overflow-x-auto"
        >
          <StatisticsComparison first={first} second={statistics} />
        </section>
        <div className="min-w-0">{curves({ ...second, currency })}</div>
      </div>
    </section>
  );
}
