import { getDecisionSums } from '@quorate/contract/decision-sums';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { PerformanceFilter } from './performance.api.ts';

type Asked = { userId: string; timeZone: string; filter: Omit<PerformanceFilter, 'currency'> };

/** What became of the decisions of a period. */
export function useDecisionSums({ userId, timeZone, filter }: Asked) {
  const { period, from, to, account } = filter;
  const query = {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
  };
  return useQuery({
    queryKey: ['decisions', userId, 'sums', query],
    queryFn: ({ signal }) => callApi(getDecisionSums, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
