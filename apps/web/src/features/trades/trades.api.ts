import { getTradeStatistics } from '@quorate/contract/trades';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { TradeFilter } from './trade-filter.ts';

/** The smallest page: the statistics of a filter come with a page of its trades. */
const NO_ROWS = 1;

/** A page of the trade history. While another page loads, the last one stays. */
export function useTradeHistory(userId: string, filter: TradeFilter, timeZone: string) {
  const { sort, order, page, perPage } = filter;
  return useQuery({
    queryKey: [
      'trades',
      userId,
      'history',
      selection(filter, timeZone),
      { sort, order, page, perPage },
    ],
    queryFn: ({ signal }) =>
      callApi(
        getTradeStatistics,
        {
          params: { user_id: userId },
          query: {
            ...selection(filter, timeZone),
            ...(sort === 'time' ? {} : { sort_by: sort }),
            sort_order: order,
            page,
            per_page: perPage,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** The statistics of everything the filter selects, in one currency. */
export function useStatistics(userId: string, filter: TradeFilter, timeZone: string) {
  const query = {
    ...selection(filter, timeZone),
    ...(filter.currency === null ? {} : { currency: filter.currency }),
  };
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

function selection({ period, from, to, account }: TradeFilter, timeZone: string) {
  return {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
  };
}
