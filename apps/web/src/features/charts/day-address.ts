import type { ChartFilter } from './charts.api.ts';

/** Trade History with the trades that were closed on one day, of the same kind of account. */
export function dayAddress(day: string, account: ChartFilter['account']): string {
  const query = new URLSearchParams({ tab: 'history', period: 'custom', from: day, to: day });
  if (account !== 'all') query.set('account', account);
  return `/dashboard?${query}`;
}
