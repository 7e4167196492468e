import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@quorate/contract/reply';
import {
  EXIT_REASONS,
  PERIODS,
  TAG_MAX,
  TRADE_RESULTS,
  TRADE_TEXT_MAX,
} from '@quorate/contract/trade-filter';
import { SORT_KEYS } from '@quorate/contract/trades';
import type { TradeSelection, TradeSort } from '../../lib/trade-selection.ts';
import { ACCOUNT_CHOICES } from '../../ui/account-field.tsx';

export const SORTS: readonly TradeSort[] = SORT_KEYS.map((key) =>
  key === 'trade_time' ? 'time' : key,
);
const ORDERS = ['desc', 'asc'] as const;
const SIDES = ['BUY', 'SELL'] as const;

export type Order = (typeof ORDERS)[number];
export type PageSize = (typeof PAGE_SIZES)[number];

/** What of the record is shown. It lives in the page's address, so that a view can be kept and shared. */
export type TradeFilter = TradeSelection & {
  sort: TradeSort;
  order: Order;
  page: number;
  perPage: PageSize;
  /** Of the figures; null for the one with the most trades. */
  currency: string | null;
};

/** Of what narrows a selection beside period and account: nothing. */
export const NOT_NARROWED = {
  symbol: null,
  side: null,
  result: null,
  exit: null,
  tag: null,
  text: null,
} as const satisfies Partial<TradeFilter>;

export const DEFAULT_FILTER: TradeFilter = {
  period: 'all',
  from: null,
  to: null,
  account: 'all',
  ...NOT_NARROWED,
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
    symbol: symbolOf(query.get('symbol')),
    side: oneOf(SIDES, query.get('side')),
    result: oneOf(TRADE_RESULTS, query.get('result')),
    exit: oneOf(EXIT_REASONS, query.get('exit')),
    tag: typedOf(query.get('tag'), TAG_MAX),
    text: typedOf(query.get('text'), TRADE_TEXT_MAX),
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
  for (const name of ['symbol', 'side', 'result', 'exit', 'tag', 'text'] as const)
    put(name, filter[name], null);
  put('sort', filter.sort, 'time');
  put('order', filter.order, 'desc');
  put('page', filter.page, 1);
  put('per_page', filter.perPage, DEFAULT_PAGE_SIZE);
  put('currency', filter.currency, null);
  return next;
}

/** @returns null for what no symbol is called */
export function symbolOf(text: string | null): string | null {
  const symbol = text?.trim() ?? '';
  return /^[A-Za-z0-9][A-Za-z0-9._#+-]{1,31}$/.test(symbol) ? symbol : null;
}

/** Text that calls take: without control characters and halves of characters; null where nothing is left. */
export function typedOf(text: string | null, most: number): string | null {
  const plain = (text ?? '').toWellFormed().replace(/\p{Cc}/gu, ' ');
  return plain.trim().slice(0, most).toWellFormed().trim() || null;
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | null {
  return choices.find((choice) => choice === text) ?? null;
}

function dayOf(text: string | null): string | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
