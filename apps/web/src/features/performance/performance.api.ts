import { getPerformance, getSimulation } from '@quorate/contract/performance';
import type { Period } from '@quorate/contract/trade-filter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Which trades are measured. */
export type PerformanceFilter = {
  period: Period;
  /** Days of a custom period; set together. */
  from: string | null;
  to: string | null;
  account: 'all' | 'demo' | 'real' | 'practice';
  currency: string | null;
};

/** Whose trades, which of them, and the balance they began with. */
export type Selection = {
  userId: string;
  timeZone: string;
  filter: PerformanceFilter;
  /** In the currency's major unit, as it was typed; null where nobody said. */
  startingBalance: string | null;
};

export type SimulationSettings = {
  trades: number;
  runs: number;
  ruinPercent: number;
  seed: number;
};

export function usePerformance(selection: Selection) {
  const query = queryOf(selection);
  return useQuery({
    queryKey: ['trades', selection.userId, 'performance', query],
    queryFn: ({ signal }) => callApi(getPerformance, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useSimulation(selection: Selection, settings: SimulationSettings) {
  const { trades, runs, ruinPercent, seed } = settings;
  const query = { ...queryOf(selection), trades, runs, ruin_percent: ruinPercent, seed };
  return useQuery({
    queryKey: ['trades', selection.userId, 'simulation', query],
    queryFn: ({ signal }) => callApi(getSimulation, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function queryOf({ filter, timeZone, startingBalance }: Selection) {
  const { period, from, to, account, currency } = filter;
  return {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
    ...(currency === null ? {} : { currency }),
    ...(startingBalance === null ? {} : { starting_balance: startingBalance }),
  };
}
