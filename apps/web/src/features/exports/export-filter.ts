import type { Period } from '@quorate/contract/trade-filter';
import type { Practice } from '../../lib/query/hosted-accounts.ts';

/** What of the record is taken along, as the page's address has it. */
export type ExportFilter = Readonly<{
  period: Period;
  from: string | null;
  to: string | null;
  account: 'all' | 'demo' | 'real' | 'practice';
  sort: 'time' | 'symbol' | 'volume' | 'profit';
  order: 'asc' | 'desc';
  currency: string | null;
}>;

/** The filter as the calls take it. */
export function filterQuery(filter: ExportFilter, timeZone: string) {
  const { period, from, to, account } = filter;
  return {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
  };
}

export function sortQuery({ sort, order }: ExportFilter) {
  return { ...(sort === 'time' ? {} : { sort_by: sort }), sort_order: order };
}

const PERIOD_WORDS: Readonly<Record<Exclude<Period, 'custom'>, string>> = {
  all: 'all time',
  daily: 'today',
  weekly: 'the last 7 days',
  monthly: 'the last 30 days',
};

/** @example periodWords({ period: 'weekly', … }) // 'the last 7 days' */
export function periodWords({ period, from, to }: ExportFilter): string {
  return period === 'custom' ? `${from} to ${to}` : PERIOD_WORDS[period];
}

export function accountWords({ account }: ExportFilter, practice: Practice): string {
  if (account === 'practice' || (account === 'all' && practice === 'alone'))
    return 'practice accounts, on a made-up market';
  if (account !== 'all') return `${account} accounts`;
  return practice === 'none' ? 'all accounts' : 'all accounts but practice';
}
