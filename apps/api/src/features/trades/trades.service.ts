import type { HandlerInput } from '@quorate/contract/endpoint';
import type { Pagination } from '@quorate/contract/reply';
import type { Period } from '@quorate/contract/trade-filter';
import type { getTradeStatistics, Trade, TradeStatistics } from '@quorate/contract/trades';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { offsetOf, paginate } from '../../http/paging.ts';
import { periodRange } from '../../http/period-range.ts';
import type { Clock } from '../../process/clock.ts';
import { beginRollUp, ROLL_UP_FROM } from './rollups/begin.ts';
import { accountsOf, type Book, openBook } from './rollups/book.ts';
import { keptPage } from './rollups/kept-page.ts';
import { keptSums } from './rollups/kept-sums.ts';
import { readParts } from './rollups/parts.ts';
import { chooseCurrency, toTradeStatistics } from './statistics-reply.ts';
import { toTrade } from './trade-reply.ts';
import {
  countTrades,
  findTrades,
  sumsByCurrency,
  type TradeFilter,
  type TradePage,
} from './trades.queries.ts';

type Deps = { db: Db; clock: Clock };
type HistoryQuery = HandlerInput<typeof getTradeStatistics>['query'];

export type History = {
  recent_trades: Trade[];
  pagination: Pagination;
  statistics: TradeStatistics;
  currencies: { currency: string; total_trades: number }[];
};

/** A page of trades, and the figures of everything the filter selects, not of the page. */
export async function readHistory(
  deps: Deps,
  userId: UserId,
  query: HistoryQuery,
): Promise<History> {
  const filter = filterOf(deps, userId, query);
  const page = {
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    limit: query.per_page,
    offset: offsetOf(query),
  };
  const book = await openBook(deps.db, userId);
  const { rows, count, sums } = book
    ? await readKept(deps.db, book, filter, page)
    : await readCounted(deps, filter, page);
  return {
    recent_trades: rows.map(toTrade),
    pagination: paginate(query, count),
    statistics: toTradeStatistics(chooseCurrency(sums, query.currency)),
    currencies: sums.map(({ currency, total }) => ({ currency, total_trades: total })),
  };
}

/** The figures alone, in the currency with the most closed trades. */
export async function readStatistics(
  deps: Deps,
  userId: UserId,
  query: { period: Period; time_zone: string },
): Promise<TradeStatistics> {
  const sums = await readSums(deps, filterOf(deps, userId, query));
  return toTradeStatistics(chooseCurrency(sums, undefined));
}

/** The figures of each currency, most closed trades first; none without a closed trade. */
export async function readStatisticsByCurrency(
  deps: Deps,
  userId: UserId,
  query: { period: Period; time_zone: string },
): Promise<TradeStatistics[]> {
  return (await readSums(deps, filterOf(deps, userId, query))).map(toTradeStatistics);
}

/** Sums by currency, most trades first: kept ones of somebody with very many trades. */
export async function readSums(deps: Deps, filter: TradeFilter) {
  const book = await openBook(deps.db, filter.userId);
  if (!book) return sumsByCurrency(deps.db, filter);
  const accounts = accountsOf(book, filter);
  const owner = { userId: book.userId, accountIds: accounts.map(({ id }) => id) };
  return keptSums(accounts, await readParts(deps.db, owner, filter.range)).sums;
}

async function readKept(db: Db, book: Book, filter: TradeFilter, page: TradePage) {
  const accounts = accountsOf(book, filter);
  const owner = { userId: book.userId, accountIds: accounts.map(({ id }) => id) };
  const { range } = filter;
  const parts = await readParts(db, owner, range, page.sortBy);
  const rows = await keptPage({ db, owner, range, page }, parts);
  return { rows, ...keptSums(accounts, parts) };
}

async function readCounted(deps: Deps, filter: TradeFilter, page: TradePage) {
  const [rows, count, sums] = await Promise.all([
    findTrades(deps.db, filter, page),
    countTrades(deps.db, filter),
    sumsByCurrency(deps.db, filter),
  ]);
  // Trades that came another way than by a sync of many.
  if (count > ROLL_UP_FROM) await beginRollUp(deps, filter.userId);
  return { rows, count, sums };
}

export function filterOf(
  deps: Deps,
  userId: UserId,
  query: {
    period: Period;
    time_zone: string;
    account_type?: TradeFilter['accountType'];
  } & Partial<HistoryQuery>,
): TradeFilter {
  return { userId, range: periodRange(query, deps.clock.now()), accountType: query.account_type };
}
