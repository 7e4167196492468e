import { getSuccessRate, getTradeStatistics, getTradingStatistics } from '@quorate/contract/trades';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { TradeFilter } from './trade-filter.ts';

/** The bot may close a trade while the dashboard is open. */
const REFRESH_MS = 30_000;

/** The smallest page: the statistics of a filter come with a page of its trades. */
const NO_ROWS = 1;

/** A day's figures, with the day. @param day such as 2025-01-31; null for the viewer's own; undefined asks for nothing */
export function useToday(userId: string, timeZone: string, day: string | null | undefined) {
  return useQuery({
    queryKey: ['trades', userId, 'today', timeZone, day],
    queryFn: async ({ signal }) => {
      if (day) return { ...(await readDay(userId, timeZone, day, signal)), day };
      const query = { period: 'daily', time_zone: timeZone } as const;
      return { ...(await callApi(getTradingStatistics, { query }, { signal })), day: null };
    },
    enabled: day !== undefined,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

async function readDay(userId: string, timeZone: string, day: string, signal: AbortSignal) {
  const query = {
    period: 'custom',
    start_date: day,
    end_date: day,
    time_zone: timeZone,
    page: 1,
    per_page: NO_ROWS,
  } as const;
  const { statistics } = await callApi(
    getTradeStatistics,
    { params: { user_id: userId }, query },
    { signal },
  );
  return { ...statistics, total_pnl: statistics.net_profit };
}

/** The share of winning trades over all time. */
export function useSuccessRate(userId: string) {
  return useQuery({
    queryKey: ['trades', userId, 'success-rate'],
    queryFn: ({ signal }) => callApi(getSuccessRate, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

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
