import { getTradeStatistics } from '@quorate/contract/trades';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { periodQuery, selectionQuery, sortQuery } from '../../lib/trade-selection.ts';
import type { TradeFilter } from './trade-filter.ts';

/** The smallest page: the statistics of a filter come with a page of its trades. */
const NO_ROWS = 1;

/** A page of the trade history, with the totals of its filter. While another page loads, the last one stays. */
export function useTradeHistory(userId: string, filter: TradeFilter, timeZone: string) {
  const query = {
    ...selectionQuery(filter, timeZone),
    ...sortQuery(filter),
    ...currencyOf(filter),
    page: filter.page,
    per_page: filter.perPage,
  };
  return useQuery({
    queryKey: ['trades', userId, 'history', query],
    queryFn: ({ signal }) =>
      callApi(getTradeStatistics, { params: { user_id: userId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The statistics of a period and of accounts, in one currency. */
export function useStatistics(userId: string, filter: TradeFilter, timeZone: string) {
  const query = { ...periodQuery(filter, timeZone), ...currencyOf(filter) };
  return useQuery({
    queryKey: ['trades', userId, 'statistics', query],
    queryFn: ({ signal }) =>
      callApi(
        getTradeStatistics,
        { params: { user_id: userId }, query: { ...query, page: 1, per_page: NO_ROWS } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

function currencyOf({ currency }: TradeFilter) {
  return currency === null ? {} : { currency };
}
