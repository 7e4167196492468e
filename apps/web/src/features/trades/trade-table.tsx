import { t } from '@lingui/core/macro';
import { hasResult, type ListedTrade } from '@quorate/contract/trades';
import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { TradeLine } from '@quorate/ui/trade-cells';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { TradeSort } from '../../lib/trade-selection.ts';
import { DrawnInTurn } from '../../ui/drawn-in-turn.tsx';
import type { TradeColumn } from './trade-columns.tsx';
import type { TradeFilter } from './trade-filter.ts';
import { firstOrder, type TradesView, tradeKey } from './trade-words.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type TradeTableProps = TradesView & {
  columns: readonly TradeColumn[];
  filter: TradeFilter;
  onChange: ChangeFilter;
};

/** So many columns fit a wide window; more of them scroll. */
const FITTING = 8;

export function TradeTable({ columns, filter, onChange, ...view }: TradeTableProps) {
  const { trades, timeZone } = view;
  const table = (
    <Table
      caption={t`Trade history, times in ${timeZone}`}
      captionHidden
      head={columns.map((column) => (
        <SortHeader key={column.key} column={column} filter={filter} onChange={onChange} />
      ))}
    >
      {trades.map((trade) => (
        <TradeRow key={tradeKey(trade)} trade={trade} columns={columns} {...view} />
      ))}
    </Table>
  );
  if (columns.length <= FITTING) return table;
  return (
    <section
      aria-label={t`Trade history`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
      tabIndex={0}
      className="overflow-x-auto pb-1"
    >
      {table}
    </section>
  );
}

type TradeRowProps = Omit<TradesView, 'trades'> & {
  trade: ListedTrade;
  columns: readonly TradeColumn[];
};

function TradeRow({ trade, columns, userId, timeZone, storyOf }: TradeRowProps) {
  const open = useRowPress(storyOf(trade));
  return (
    // The row is a larger target for the pointer; the link in it is what the keyboard reaches.
    <tr
      onClick={open}
      className="h-11 cursor-pointer border-b border-line hover:bg-sunk/70 has-[a:focus]:bg-sunk"
    >
      {columns.map(({ key, end = false, figures = false, className, cell }, place) => (
        <Cell key={key} end={end} figures={figures} className={className}>
          {place === 0 ? (
            <StoryLink trade={trade} to={storyOf(trade)}>
              {cell({ trade, userId, timeZone })}
            </StoryLink>
          ) : (
            cell({ trade, userId, timeZone })
          )}
        </Cell>
      ))}
    </tr>
  );
}

/** Opens what a row leads to, unless the press was on a control in it or chose some of its text. */
function useRowPress(to: string) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (target.closest('a, button, dialog') || window.getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(to, '_blank', 'noopener');
    else void navigate(to);
  };
}

type StoryLinkProps = { trade: ListedTrade; to: string; children: ReactNode };

function StoryLink({ trade, to, children }: StoryLinkProps) {
  return (
    <Link
      to={to}
      data-story
      className="-mx-1 inline-flex min-h-8 items-center rounded-sm px-1 whitespace-nowrap underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-brand max-md:min-h-11"
    >
      {children}
      <span className="sr-only">{t`, the story of ${trade.symbol} ${trade.trade_type} ${trade.position_ticket}`}</span>
    </Link>
  );
}

type SortHeaderProps = { column: TradeColumn; filter: TradeFilter; onChange: ChangeFilter };

/** A column header that sorts. The first click on a name sorts from A, on all else from the top. */
function SortHeader({ column, filter, onChange }: SortHeaderProps) {
  const { key: sort, label, end = false } = column;
  const active = filter.sort === sort;
  const next = active ? (filter.order === 'desc' ? 'asc' : 'desc') : firstOrder(sort);
  return (
    <HeadCell
      end={end}
      className={sort === 'account_type' ? 'ps-8' : undefined}
      aria-sort={active ? (filter.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        onClick={() => onChange({ sort, order: next })}
        className={classNames(
          '-mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-md px-1.5 whitespace-nowrap hover:text-ink',
          active && 'font-medium text-ink',
        )}
      >
        {label}
        <Icon
          name={active && filter.order === 'asc' ? 'up' : 'down'}
          className={classNames('size-3', !active && 'opacity-35')}
        />
      </button>
    </HeadCell>
  );
}

/** More rows than this are drawn only as far as somebody scrolls. */
const DRAWN_ROWS_MAX = 100;

/** The table's figures for narrow screens: each trade in two lines. */
export function TradeList(view: TradesView & { columns: readonly TradeColumn[] }) {
  const { trades, timeZone } = view;
  const list = (
    <ul aria-label={t`Trade history, times in ${timeZone}`} className="border-t border-line">
      {trades.map((trade) => (
        <TradeItem key={tradeKey(trade)} trade={trade} {...view} />
      ))}
    </ul>
  );
  return trades.length > DRAWN_ROWS_MAX ? list : <DrawnInTurn>{list}</DrawnInTurn>;
}

/** They have places of their own. */
const PLACED: readonly TradeSort[] = ['time', 'symbol', 'trade_type', 'volume', 'profit'];

function TradeItem({ trade, columns, userId, timeZone, storyOf }: TradeRowProps) {
  const open = useRowPress(storyOf(trade));
  const facts = columns.filter(({ key }) => !PLACED.includes(key));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it is what the keyboard reaches
    <li
      onClick={open}
      className="cursor-pointer border-b border-line py-1.5 text-small drawn-when-near [--height-guess:4.5rem] has-[a:focus]:bg-sunk"
    >
      <TradeLine
        {...trade}
        type={trade.trade_type}
        profit={hasResult(trade) ? trade.profit : null}
      />
      <div className="flex items-center justify-between gap-x-3 text-tiny text-muted">
        <StoryLink trade={trade} to={storyOf(trade)}>
          <time dateTime={trade.trade_time}>{formatTime(trade.trade_time, timeZone)}</time>
        </StoryLink>
        <p className="min-w-0 text-end">
          {facts.map(({ key, short, figures = false, cell }, place) => (
            <Fragment key={key}>
              {place > 0 && ' · '}
              {short && `${short} `}
              <span className={figures ? 'figures' : undefined}>
                {cell({ trade, userId, timeZone })}
              </span>
            </Fragment>
          ))}
        </p>
      </div>
    </li>
  );
}
