import { PAGE_SIZES } from '@quorate/contract/reply';
import { SelectField } from '@quorate/ui/select-field';
import { ORDERS, type Order, SORTS, type Sort, type TradeFilter } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

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

export function HistoryControls({ filter, onChange, withSort }: HistoryControlsProps) {
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
