import { useAddressQuery } from '../../lib/use-address-query.ts';
import { filterFromQuery, filterToQuery, type TradeFilter } from './trade-filter.ts';

export type ChangeFilter = (part: Partial<TradeFilter>) => void;

/** The filter of the page's address, and its change. Any change but of the page leads to page 1. */
export function useTradeFilter(): [TradeFilter, ChangeFilter] {
  const [query, setQuery] = useAddressQuery();
  const change: ChangeFilter = (part) =>
    setQuery((now) => filterToQuery({ ...filterFromQuery(now), page: 1, ...part }, now), {
      preventScrollReset: true,
      // Text changes while it is typed: the way back leads to before it.
      replace: 'text' in part && Object.keys(part).length === 1,
    });
  return [filterFromQuery(query), change];
}
