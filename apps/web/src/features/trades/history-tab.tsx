import { PAGE_SIZES } from '@quorate/contract/reply';
import { hasResult, type Trade } from '@quorate/contract/trades';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatPrice } from '@quorate/ui/format';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { formatTime } from '@quorate/ui/time-format';
import { TradeLine } from '@quorate/ui/trade-cells';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { ACCOUNT_WORDS } from '../../ui/account-words.ts';
import { DrawnInTurn } from '../../ui/drawn-in-turn.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { DecisionLink } from './decision-link.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  DEFAULT_FILTER,
  ORDERS,
  type Order,
  SORTS,
  type Sort,
  type TradeFilter,
} from './trade-filter.ts';
import { TradeStatus } from './trade-status.tsx';
import { TradeTable } from './trade-table.tsx';
import { type TradesView, tradeKey } from './trade-words.ts';
import { useTradeHistory } from './trades.api.ts';
import { type ChangeFilter, useTradeFilter } from './use-trade-filter.ts';

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
        <FilterBar userId={userId} filter={filter} onChange={change}>
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

type SyncHistoryProps = { onDone: () => void; busy: boolean };

/** There is nothing to start from here: the bot syncs. It says so, then loads the list again. */
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
      <Button variant="secondary" onClick={() => setTold(true)}>
        Sync MT5 History
      </Button>
      {told && (
        <Dialog kind="alert" title="History syncs automatically" onClose={close}>
          <p>
            Your MT5 history syncs automatically when the bot starts, and again in every cycle: the
            closed trades of the last 30 days. The list is refreshed now.
          </p>
          <Button className="mt-5 w-full" onClick={close} busy={busy}>
            OK
          </Button>
        </Dialog>
      )}
    </>
  );
}

type HistoryEmptyProps = { filter: TradeFilter; onChange: ChangeFilter };

function HistoryEmpty({ filter, onChange }: HistoryEmptyProps) {
  if (filter.period !== 'all' || filter.account !== 'all') {
    return (
      <EmptyState
        title="No trades match this filter"
        action={
          <Button
            variant="secondary"
            onClick={() => onChange({ ...DEFAULT_FILTER, perPage: filter.perPage })}
          >
            Show all trades
          </Button>
        }
      >
        Choose a longer period or another account.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No trades yet" action={<LinkButton to="/guide">Set up the bot</LinkButton>}>
      Run the bot. It sends every trade here automatically, with the decision behind it. What you
      traded before comes in with Import, above.
    </EmptyState>
  );
}

/** More rows than this are drawn only as far as somebody scrolls. */
const DRAWN_ROWS_MAX = 100;

/** The table's figures for narrow screens, one trade below the other. */
function TradeList({ trades, timeZone, onOpen }: TradesView) {
  const list = (
    <ul aria-label={`Trade history, times in ${timeZone}`} className="border-t border-line">
      {trades.map((trade) => (
        <li
          key={tradeKey(trade)}
          className="border-b border-line py-2 text-small drawn-when-near [--height-guess:3.5rem]"
        >
          <TradeLines trade={trade} timeZone={timeZone} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
  return trades.length > DRAWN_ROWS_MAX ? list : <DrawnInTurn>{list}</DrawnInTurn>;
}

type TradeLinesProps = { trade: Trade; timeZone: string; onOpen: (decisionId: string) => void };

function TradeLines({ trade, timeZone, onOpen }: TradeLinesProps) {
  return (
    <>
      <TradeLine
        {...trade}
        type={trade.trade_type}
        profit={hasResult(trade) ? trade.profit : null}
      />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 text-tiny text-muted">
        <DecisionLink trade={trade} onOpen={onOpen}>
          <time dateTime={trade.trade_time}>{formatTime(trade.trade_time, timeZone)}</time>
        </DecisionLink>
        <div>
          <span className="figures">{formatPrice(trade.price, trade.digits)}</span> ·{' '}
          {ACCOUNT_WORDS[trade.account_type]} · <TradeStatus trade={trade} timeZone={timeZone} />
        </div>
      </div>
    </>
  );
}

const SORT_WORDS: Record<Sort, string> = {
  time: 'Time',
  symbol: 'Symbol',
  volume: 'Volume',
  profit: 'Profit',
};

const FIGURES: Record<Order, string> = { desc: 'High to low', asc: 'Low to high' };

/** Order means something else for every column. */
const ORDER_WORDS: Record<Sort, Record<Order, string>> = {
  time: { desc: 'Newest first', asc: 'Oldest first' },
  symbol: { desc: 'Z to A', asc: 'A to Z' },
  volume: FIGURES,
  profit: FIGURES,
};

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
            label="Sort by"
            value={filter.sort}
            options={SORTS.map((sort) => ({ value: sort, label: SORT_WORDS[sort] }))}
            onChange={(sort) => onChange({ sort })}
            className="w-32"
          />
          <SelectField
            label="Order"
            value={filter.order}
            options={ORDERS.map((order) => ({
              value: order,
              label: ORDER_WORDS[filter.sort][order],
            }))}
            onChange={(order) => onChange({ order })}
            className="w-36"
          />
        </>
      )}
      <SelectField
        label="Rows per page"
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
