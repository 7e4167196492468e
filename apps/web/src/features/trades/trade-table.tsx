import { hasResult, type Trade } from '@quorate/contract/trades';
import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { TradeCells } from '@quorate/ui/trade-cells';
import type { ReactNode } from 'react';
import { ACCOUNT_WORDS } from '../../ui/account-words.ts';
import { DecisionLink } from './decision-link.tsx';
import type { Sort, TradeFilter } from './trade-filter.ts';
import { TradeStatus } from './trade-status.tsx';
import { type TradesView, tradeKey } from './trade-words.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type TradeTableProps = TradesView & { filter: TradeFilter; onChange: ChangeFilter };

export function TradeTable({ trades, timeZone, onOpen, filter, onChange }: TradeTableProps) {
  const sorting = { filter, onChange };
  return (
    <Table
      caption={`Trade history, times in ${timeZone}`}
      captionHidden
      head={
        <>
          <SortHeader {...sorting} sort="time">
            Time
          </SortHeader>
          <SortHeader {...sorting} sort="symbol">
            Symbol
          </SortHeader>
          <HeadCell>Type</HeadCell>
          <SortHeader {...sorting} sort="volume" end>
            Volume
          </SortHeader>
          <HeadCell end>Price</HeadCell>
          <SortHeader {...sorting} sort="profit" end>
            P&L
          </SortHeader>
          <HeadCell className="pl-8">Account type</HeadCell>
          <HeadCell>Status</HeadCell>
        </>
      }
    >
      {trades.map((trade) => (
        <TradeRow key={tradeKey(trade)} trade={trade} timeZone={timeZone} onOpen={onOpen} />
      ))}
    </Table>
  );
}

type TradeRowProps = { trade: Trade; timeZone: string; onOpen: (decisionId: string) => void };

function TradeRow({ trade, timeZone, onOpen }: TradeRowProps) {
  const { decision_id: decisionId } = trade;
  const time = formatTime(trade.trade_time, timeZone);
  return (
    // The row is a larger target for the pointer; the button in it is what the keyboard reaches.
    <tr
      onClick={decisionId === null ? undefined : () => onOpen(decisionId)}
      className={classNames(
        'h-11 border-b border-line',
        decisionId !== null && 'cursor-pointer hover:bg-sunk/70',
      )}
    >
      <Cell figures className="whitespace-nowrap">
        <DecisionLink trade={trade} onOpen={onOpen}>
          <time dateTime={trade.trade_time} title={trade.trade_time}>
            {time}
          </time>
        </DecisionLink>
      </Cell>
      <TradeCells
        {...trade}
        type={trade.trade_type}
        profit={hasResult(trade) ? trade.profit : null}
      />
      <Cell className="pl-8">{ACCOUNT_WORDS[trade.account_type]}</Cell>
      <Cell className="text-tiny whitespace-nowrap text-muted">
        <TradeStatus trade={trade} timeZone={timeZone} />
      </Cell>
    </tr>
  );
}

type SortHeaderProps = {
  sort: Sort;
  filter: TradeFilter;
  onChange: ChangeFilter;
  end?: boolean;
  children: ReactNode;
};

/** A column header that sorts. The first click on a name sorts from A, on all else from the top. */
function SortHeader({ sort, filter, onChange, end = false, children }: SortHeaderProps) {
  const active = filter.sort === sort;
  const next = active
    ? filter.order === 'desc'
      ? 'asc'
      : 'desc'
    : sort === 'symbol'
      ? 'asc'
      : 'desc';
  return (
    <HeadCell
      end={end}
      aria-sort={active ? (filter.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        onClick={() => onChange({ sort, order: next })}
        className={classNames(
          '-mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-md px-1.5 hover:text-ink',
          active && 'font-medium text-ink',
        )}
      >
        {children}
        <Icon
          name={active && filter.order === 'asc' ? 'up' : 'down'}
          className={classNames('size-3', !active && 'opacity-35')}
        />
      </button>
    </HeadCell>
  );
}
