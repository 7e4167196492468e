import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@quorate/contract/reply';
import { PERIODS, type Period } from '@quorate/contract/trade-filter';
import { ACCOUNT_CHOICES, type AccountChoice } from '../../ui/account-field.tsx';

export const SORTS = ['time', 'symbol', 'volume', 'profit'] as const;
export const ORDERS = ['desc', 'asc'] as const;

export type Sort = (typeof SORTS)[number];
export type Order = (typeof ORDERS)[number];
export type PageSize = (typeof PAGE_SIZES)[number];

/** What of the record is shown. It lives in the page's address, so that a view can be kept and shared. */
export type TradeFilter = {
  period: Period;
  /** Days of a custom period, such as 2025-01-31; set together. */
  from: string | null;
  to: string | null;
  account: AccountChoice;
  sort: Sort;
  order: Order;
  page: number;
  perPage: PageSize;
  /** Of the statistics; null for the one with the most trades. */
  currency: string | null;
};

export const DEFAULT_FILTER: TradeFilter = {
  period: 'all',
  from: null,
  to: null,
  account: 'all',
  sort: 'time',
  order: 'desc',
  page: 1,
  perPage: DEFAULT_PAGE_SIZE,
  currency: null,
};

/** Reads the filter from an address. What makes no sense there counts as not given. */
export function filterFromQuery(query: URLSearchParams): TradeFilter {
  const from = dayOf(query.get('from'));
  const to = dayOf(query.get('to'));
  const period = oneOf(PERIODS, query.get('period')) ?? 'all';
  const custom = period === 'custom' && from !== null && to !== null && from <= to;
  const page = Number(query.get('page'));
  const perPage = PAGE_SIZES.find((size) => String(size) === query.get('per_page'));
  const currency = query.get('currency');
  return {
    period: period === 'custom' && !custom ? 'all' : period,
    from: custom ? from : null,
    to: custom ? to : null,
    account: oneOf(ACCOUNT_CHOICES, query.get('account')) ?? 'all',
    sort: oneOf(SORTS, query.get('sort')) ?? 'time',
    order: oneOf(ORDERS, query.get('order')) ?? 'desc',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    perPage: perPage ?? DEFAULT_PAGE_SIZE,
    currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : null,
  };
}

/** Writes the filter into an address, leaving out what is as by default. Other parts stay. */
export function filterToQuery(filter: TradeFilter, query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | number | null, byDefault: string | number | null) => {
    if (value === null || value === byDefault) next.delete(name);
    else next.set(name, String(value));
  };
  put('period', filter.period, 'all');
  put('from', filter.from, null);
  put('to', filter.to, null);
  put('account', filter.account, 'all');
  put('sort', filter.sort, 'time');
  put('order', filter.order, 'desc');
  put('page', filter.page, 1);
  put('per_page', filter.perPage, DEFAULT_PAGE_SIZE);
  put('currency', filter.currency, null);
  return next;
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | null {
  return choices.find((choice) => choice === text) ?? null;
}

function dayOf(text: string | null): string | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
