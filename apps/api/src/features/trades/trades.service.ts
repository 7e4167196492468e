import type { HandlerInput } from '@quorate/contract/endpoint';
import type { Pagination } from '@quorate/contract/reply';
import type { getTradeStatistics, Period, Trade, TradeStatistics } from '@quorate/contract/trades';
import type { UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { offsetOf, paginate } from '../../paging.ts';
import { periodRange } from './period-range.ts';
import { chooseCurrency, toTradeStatistics } from './statistics-reply.ts';
import { toTrade } from './trade-reply.ts';
import { countTrades, findTrades, sumsByCurrency, type TradeFilter } from './trades.queries.ts';

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
  const [rows, total, sums] = await Promise.all([
    findTrades(deps.db, filter, page),
    countTrades(deps.db, filter),
    sumsByCurrency(deps.db, filter),
  ]);
  return {
    recent_trades: rows.map(toTrade),
    pagination: paginate(query, total),
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
  const sums = await sumsByCurrency(deps.db, filterOf(deps, userId, query));
  return toTradeStatistics(chooseCurrency(sums, undefined));
}

function filterOf(
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
