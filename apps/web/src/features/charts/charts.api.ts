import { getTradeCharts } from '@quorate/contract/trade-charts';
import type { Period } from '@quorate/contract/trade-filter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Which trades the charts are of; days of a custom period are set together. */
export type ChartFilter = {
  period: Period;
  from: string | null;
  to: string | null;
  account: 'all' | 'demo' | 'real';
};

export type ChartSelection = {
  userId: string;
  timeZone: string;
  filter: ChartFilter;
  /** Null for the one with the most trades. */
  currency: string | null;
};

/** The slices of what the filter selects. While another selection loads, the last one stays. */
export function useTradeCharts({ userId, timeZone, filter, currency }: ChartSelection) {
  const { period, from, to, account } = filter;
  const query = {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
    ...(currency === null ? {} : { currency }),
  };
  return useQuery({
    queryKey: ['trades', userId, 'charts', query],
    queryFn: ({ signal }) => callApi(getTradeCharts, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
