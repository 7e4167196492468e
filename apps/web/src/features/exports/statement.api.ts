import { getTradeStatistics, type Trade, type TradeStatistics } from '@quorate/contract/trades';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { type ExportFilter, filterQuery, sortQuery } from './export-filter.ts';

/** More than a person prints; a file is better then. */
export const STATEMENT_TRADES_MAX = 5_000;

const PAGE_ROWS = 500;

export type Statement = {
  /** null when there are more than the most. */
  trades: Trade[] | null;
  total: number;
  statistics: TradeStatistics;
  currencies: { currency: string; total_trades: number }[];
  generatedAt: string;
};

/** Everything a statement shows, read once: it says of itself when it was made. */
export function useStatement(userId: string, filter: ExportFilter, timeZone: string) {
  return useQuery({
    queryKey: ['statement', userId, filter, timeZone],
    queryFn: ({ signal }) => readStatement(userId, filter, timeZone, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function readStatement(
  userId: string,
  filter: ExportFilter,
  timeZone: string,
  signal: AbortSignal,
): Promise<Statement> {
  const page = (number: number) =>
    callApi(
      getTradeStatistics,
      {
        params: { user_id: userId },
        query: {
          ...filterQuery(filter, timeZone),
          ...sortQuery(filter),
          ...(filter.currency === null ? {} : { currency: filter.currency }),
          page: number,
          per_page: PAGE_ROWS,
        },
      },
      { signal },
    );
  const first = await page(1);
  const { total, total_pages: pages } = first.pagination;
  const trades = total > STATEMENT_TRADES_MAX ? null : [...first.recent_trades];
  // One after the other: a statement is no reason to ask ten times at once.
  for (let number = 2; trades && number <= pages; number += 1) {
    const next = await page(number);
    trades.push(...next.recent_trades);
  }
  return {
    trades,
    total,
    statistics: first.statistics,
    currencies: first.currencies,
    generatedAt: new Date().toISOString(),
  };
}
