import { useAddressQuery } from '../../lib/use-address-query.ts';
import { filterFromQuery, filterToQuery, type TradeFilter } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

/** Before the names of the second filter in the address. */
const PREFIX = 'b_';
const SWITCH = 'compare';

export type ComparedFilter = Readonly<{
  /** What is compared with; null while nothing is. */
  filter: TradeFilter | null;
  change: ChangeFilter;
  begin: () => void;
  end: () => void;
}>;

/** A second filter beside the first one, in the same address under names of its own. */
export function useComparedFilter(): ComparedFilter {
  const [query, setQuery] = useAddressQuery();
  const put = (filter: TradeFilter | null) =>
    setQuery((now) => comparedToQuery(filter, now), { preventScrollReset: true });
  const filter = comparedOf(query);
  return {
    filter,
    change: (part) => filter && put({ ...filter, page: 1, ...part }),
    begin: () => put(firstComparison(filterFromQuery(query))),
    end: () => put(null),
  };
}

/** @returns null where nothing is compared */
export function comparedOf(query: URLSearchParams): TradeFilter | null {
  return query.get(SWITCH) === '1' ? filterFromQuery(ownNames(query)) : null;
}

/** Writes the second filter into an address that has the first. */
export function comparedToQuery(
  filter: TradeFilter | null,
  query: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of query.keys()) if (name.startsWith(PREFIX)) next.delete(name);
  if (filter === null) {
    next.delete(SWITCH);
    return next;
  }
  next.set(SWITCH, '1');
  for (const [name, value] of filterToQuery(filter, new URLSearchParams()))
    next.set(PREFIX + name, value);
  return next;
}

function ownNames(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...query].flatMap(([name, value]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );
}

/** Something to begin with that is not the same again. */
function firstComparison(filter: TradeFilter): TradeFilter {
  const other = { ...filter, from: null, to: null, currency: null };
  return { ...other, period: filter.period === 'monthly' ? 'all' : 'monthly' };
}
