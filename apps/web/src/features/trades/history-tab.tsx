import { t } from '@lingui/core/macro';
import { PAGE_SIZES } from '@quorate/contract/reply';
import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { useDeskPath } from '../../lib/desk-path.ts';
import { latePart } from '../../lib/late-part.tsx';
import { storyPath } from '../../lib/story-path.ts';
import { narrowWords, selectionQuery } from '../../lib/trade-selection.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListKeys, useSingleKeys } from './list-keys.tsx';
import { NarrowBar } from './narrow-bar.tsx';
import { useColumns } from './trade-columns.tsx';
import {
  DEFAULT_FILTER,
  filterToQuery,
  type Order,
  SORTS,
  type TradeFilter,
} from './trade-filter.ts';
import { TradeList, TradeTable } from './trade-table.tsx';
import { TradeTotals } from './trade-totals.tsx';
import { orderWords, SORT_WORDS, type TradesView } from './trade-words.ts';
import { useTradeHistory } from './trades.api.ts';
import { type ChangeFilter, useTradeFilter } from './use-trade-filter.ts';

const columnChoice = latePart(
  async () => (await import('./column-choice.tsx')).ColumnChoice,
  null,
  t`Failed to load the columns`,
);
const syncNote = latePart(
  async () => (await import('./sync-note.tsx')).SyncNote,
  null,
  t`History syncs automatically`,
);
const provenanceShares = latePart(
  async () => (await import('../../ui/provenance-shares.tsx')).ProvenanceShares,
  null,
  t`Failed to load where these trades come from.`,
);

type HistoryTabProps = {
  userId: string;
  timeZone: string;
  /** What else can be done with the trades that the filter selects. */
  tools?: (filter: TradeFilter) => ReactNode;
};

export function HistoryTab({ userId, timeZone, tools }: HistoryTabProps) {
  const wide = useMediaQuery('(min-width: 60rem)');
  const roomy = useMediaQuery('(min-width: 48rem)');
  const [filter, change] = useTradeFilter();
  const columns = useColumns(userId);
  const [choosing, setChoosing] = useState(false);
  const keys = useSingleKeys();
  const history = useTradeHistory(userId, filter, timeZone);
  const list = useRef<HTMLDivElement>(null);
  const textField = useRef<HTMLInputElement>(null);
  const storyOf = useStoryLinks(filter);
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
  const known = useMemo(
    () => ({
      symbols: [...new Set(rows.map(({ symbol }) => symbol))].sort(),
      tags: [...new Set(rows.flatMap(({ tags }) => tags))].sort(),
    }),
    [rows],
  );
  const view = { trades: rows, userId, timeZone, storyOf, columns: columns.shown };
  // Its place depends on the width; the dialog does not, and so stays open when a window changes it.
  const chooseColumns = (
    <Button
      variant="secondary"
      onPointerEnter={columnChoice.prepare}
      onClick={() => setChoosing(true)}
    >{t`Columns`}</Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-[1fr_auto] md:*:col-span-2">
      <div className="min-w-0 md:col-span-1!">
        <FilterBar userId={userId} filter={filter} onChange={change}>
          <HistoryControls filter={filter} onChange={change} withSort={!wide} />
          {!roomy && chooseColumns}
        </FilterBar>
      </div>
      {/* On a phone the trades come first; what is open of these stays open when a window changes its width. */}
      <div className="grid grid-cols-2 gap-3 max-md:order-last sm:flex sm:flex-wrap md:col-span-1! md:self-end max-sm:[&>:first-child]:col-span-2">
        <SyncHistory onDone={() => void history.refetch()} busy={history.isFetching} />
        {tools?.(filter)}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <NarrowBar
          filter={filter}
          onChange={change}
          known={known}
          wide={wide}
          textField={textField}
          shortcut={keys.on ? '/' : undefined}
        />
        <div className="flex flex-wrap gap-3">
          {roomy && chooseColumns}
          <ListKeys keys={keys} list={list} textField={textField} />
        </div>
      </div>
      {choosing && <columnChoice.Part columns={columns} onClose={() => setChoosing(false)} />}
      {history.isError && (
        <RetryNotice
          title={t`Failed to load trade history`}
          error={history.error}
          onRetry={() => void history.refetch()}
          busy={history.isFetching}
        />
      )}
      {shown && page ? (
        <div
          ref={list}
          aria-busy={history.isPlaceholderData}
          className={history.isPlaceholderData ? 'opacity-60' : undefined}
        >
          {page.total > 0 && (
            <TradeTotals
              statistics={shown.statistics}
              currencies={shown.currencies}
              onCurrency={(currency) => change({ currency })}
            >
              <provenanceShares.Part
                userId={userId}
                query={{
                  ...selectionQuery(filter, timeZone),
                  currency: shown.statistics.currency,
                }}
              />
            </TradeTotals>
          )}
          {rows.length === 0 && !beyond ? (
            <HistoryEmpty filter={filter} onChange={change} />
          ) : wide ? (
            <TradeTable {...view} filter={filter} onChange={change} />
          ) : (
            <TradeList {...view} />
          )}
          {page.total > 0 && (
            <div className="mt-4">
              <Pagination page={page} noun={t`trades`} onPage={(next) => change({ page: next })} />
            </div>
          )}
        </div>
      ) : (
        !history.isError && <RowsSkeleton loading={t`Loading trades`} />
      )}
    </div>
  );
}

/** Addresses of stories, with the filter: a story so knows its neighbours, and the way back. */
function useStoryLinks(filter: TradeFilter): TradesView['storyOf'] {
  const desk = useDeskPath();
  const query = filterToQuery(filter, new URLSearchParams());
  const search = query.size === 0 ? '' : `?${query}`;
  return (trade) => storyPath(desk, trade) + search;
}

type SyncHistoryProps = { onDone: () => void; busy: boolean };

/** Says that the bot syncs, then loads the list again. */
function SyncHistory({ onDone, busy }: SyncHistoryProps) {
  const [told, setTold] = useState(false);
  const isDemo = useIsDemo();
  const close = () => {
    setTold(false);
    onDone();
  };
  if (isDemo) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setTold(true)}>{t`Sync MT5 History`}</Button>
      {told && <syncNote.Part onClose={close} busy={busy} />}
    </>
  );
}

type HistoryEmptyProps = { filter: TradeFilter; onChange: ChangeFilter };

function HistoryEmpty({ filter, onChange }: HistoryEmptyProps) {
  if (filter.period !== 'all' || filter.account !== 'all' || narrowWords(filter).length > 0) {
    return (
      <EmptyState
        title={t`No trades match this filter`}
        action={
          <Button
            variant="secondary"
            onClick={() => onChange({ ...DEFAULT_FILTER, perPage: filter.perPage })}
          >{t`Show all trades`}</Button>
        }
      >{t`Choose a longer period, another account or fewer filters.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`No trades yet`}
      action={<LinkButton to="/guide">{t`Set up the bot`}</LinkButton>}
    >{t`Run the bot. It sends every trade here automatically, with the decision behind it. What you traded before comes in with Import, above.`}</EmptyState>
  );
}

const ORDERS: readonly Order[] = ['desc', 'asc'];

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

type HistoryControlsProps = {
  filter: TradeFilter;
  onChange: ChangeFilter;
  /** Where there are no column headers to sort by. */
  withSort: boolean;
};

function HistoryControls({ filter, onChange, withSort }: HistoryControlsProps) {
  return (
    <>
      {withSort && (
        <>
          <SelectField
            label={t`Sort by`}
            value={filter.sort}
            options={SORTS.map((sort) => ({ value: sort, label: SORT_WORDS[sort] }))}
            onChange={(sort) => onChange({ sort })}
            className="w-32"
          />
          <SelectField
            label={t({ message: 'Order', context: 'of sorting' })}
            value={filter.order}
            options={ORDERS.map((order) => ({
              value: order,
              label: orderWords(filter.sort)[order],
            }))}
            onChange={(order) => onChange({ order })}
            className="w-36"
          />
        </>
      )}
      <SelectField
        label={t`Rows per page`}
        value={String(filter.perPage)}
        options={SIZE_OPTIONS}
        onChange={(text) => {
          const perPage = PAGE_SIZES.find((size) => String(size) === text);
          if (perPage) onChange({ perPage });
        }}
        className="w-28"
      />
    </>
  );
}
