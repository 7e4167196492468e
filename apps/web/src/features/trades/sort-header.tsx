import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { HeadCell } from '@quorate/ui/table';
import type { ReactNode } from 'react';
import type { Sort, TradeFilter } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type SortHeaderProps = {
  sort: Sort;
  filter: TradeFilter;
  onChange: ChangeFilter;
  end?: boolean;
  children: ReactNode;
};

/** A column header that sorts. The first click on a name sorts from A, on all else from the top. */
export function SortHeader({ sort, filter, onChange, end = false, children }: SortHeaderProps) {
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
