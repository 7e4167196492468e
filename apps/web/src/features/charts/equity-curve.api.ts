import { type CurveRange, getEquityCurve } from '@quorate/contract/equity-curve';
import type { Period } from '@quorate/contract/trade-filter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Which trades the charts are of; days of a custom period are set together. */
export type ChartFilter = {
  period: Period;
  from: string | null;
  to: string | null;
  account: 'all' | 'demo' | 'real' | 'practice';
};

export type ChartSelection = {
  userId: string;
  timeZone: string;
  filter: ChartFilter;
  /** Null for the one with the most trades. */
  currency: string | null;
};

/** The selection as the calls name it. */
export function selectionQuery({ timeZone, filter, currency }: ChartSelection) {
  const { period, from, to, account } = filter;
  return {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
    ...(currency === null ? {} : { currency }),
  };
}

/** The curve of one of the selected accounts. @param accountId null for the one that was seen last */
export function useEquityCurve(
  selection: ChartSelection,
  accountId: string | null,
  range: CurveRange = 'all',
) {
  const query = {
    ...selectionQuery(selection),
    ...(accountId === null ? {} : { account_id: accountId }),
    range,
  };
  return useQuery({
    queryKey: ['trades', selection.userId, 'equity-curve', query],
    queryFn: ({ signal }) => callApi(getEquityCurve, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
