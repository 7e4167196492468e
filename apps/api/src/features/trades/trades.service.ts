import type { HandlerInput } from '@quorate/contract/endpoint';
import type { Pagination } from '@quorate/contract/reply';
import { NARROW_FIELDS, type Period } from '@quorate/contract/trade-filter';
import type { getTradeStatistics, ListedTrade, TradeStatistics } from '@quorate/contract/trades';
import { roundTo } from '@quorate/trading/rounding';
import { summaryFromSums } from '@quorate/trading/statistics/summary';
import type { UserId } from '@quorate/values/ids';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import type { Db } from '../../db/tables.ts';
import { offsetOf, paginate } from '../../http/paging.ts';
import { periodRange } from '../../http/period-range.ts';
import type { Clock } from '../../process/clock.ts';
import { findProvenances, tradeNameOf } from './provenance.queries.ts';
import { type Book, beginRollUp, openBook, ownerOf, ROLL_UP_FROM } from './rollups/book.ts';
import { NO_TOTALS } from './rollups/cell.ts';
import { columnPage, columnSums } from './rollups/column-pages.ts';
import { type KeptPage, keptPage } from './rollups/kept-page.ts';
import { type CurrencySums, isKeptSort, keptSums, readParts } from './rollups/read-sums.ts';
import { figuresOf, toCorrections } from './trade-columns.ts';
import {
  countClosed,
  countTrades,
  findAccounts,
  findNotes,
  findTrades,
  type Narrow,
  type NoteRow,
  type TradeFilter,
  type TradePage,
  type TradeRecord,
} from './trades.queries.ts';

type Deps = { db: Db; clock: Clock };
type HistoryQuery = HandlerInput<typeof getTradeStatistics>['query'];

type History = {
  recent_trades: ListedTrade[];
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
  const filter = filterOf(deps.clock, userId, query);
  const page = {
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    limit: query.per_page,
    offset: offsetOf(query),
  };
  const book = await openBook(deps.db, userId);
  const { rows, count, sums } = book
    ? await readLarge(deps.db, book, filter, page)
    : await readCounted(deps, filter, page);
  const [provenances, notes, accounts] = await Promise.all([
    findProvenances(deps.db, userId, rows),
    findNotes(deps.db, userId, rows),
    rows.length > 0 ? findAccounts(deps.db, userId) : null,
  ]);
  const noted = new Map(notes.map((note) => [tradeNameOf(note), note]));
  return {
    // One that was deleted meanwhile is left out.
    recent_trades: rows.flatMap((row) => {
      const name = tradeNameOf(row);
      const provenance = provenances.get(name);
      const account = accounts?.get(row.account_id);
      return provenance && account
        ? [toTrade(row, { provenance, account, note: noted.get(name) })]
        : [];
    }),
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
  const sums = await readSums(deps, filterOf(deps.clock, userId, query));
  return toTradeStatistics(chooseCurrency(sums, undefined));
}

/** How many closed trades an account has, and how many of them won. */
export async function readTotals(
  db: Db,
  { userId, accountId }: Readonly<{ userId: UserId; accountId: string }>,
): Promise<{ trades: number; wins: number }> {
  const book = await openBook(db, userId);
  if (!book) return countClosed(db, { userId, accountId });
  const owner = { userId, version: book.version, accountIds: [accountId] };
  const parts = await readParts(db, owner, { from: null, to: null });
  const [sums] = keptSums(book.accounts, parts).sums;
  return { trades: sums?.total ?? 0, wins: sums?.wins ?? 0 };
}

/** The figures of each currency, most closed trades first; none without a closed trade. */
export async function readStatisticsByCurrency(
  deps: Deps,
  userId: UserId,
  query: { period: Period; time_zone: string },
): Promise<TradeStatistics[]> {
  return (await readSums(deps, filterOf(deps.clock, userId, query))).map(toTradeStatistics);
}

/** Sums by currency, most trades first: kept ones for a user with very many trades. */
export async function readSums(deps: Deps, filter: TradeFilter) {
  const book = await openBook(deps.db, filter.userId);
  if (!book) return (await countTrades(deps.db, filter)).sums;
  if (filter.narrow) {
    const held = await columnSums(deps.db, book, filter);
    return (held ?? (await countTrades(deps.db, filter))).sums;
  }
  return keptSums(book.accounts, await readParts(deps.db, ownerOf(book, filter), filter.range))
    .sums;
}

/** Of somebody with very many trades: by kept counts where these can tell, else from columns in memory. */
async function readLarge(db: Db, book: Book, filter: TradeFilter, page: TradePage) {
  const { sortBy } = page;
  if (!filter.narrow && isKeptSort(sortBy)) return readKept(db, book, filter, { ...page, sortBy });
  const held = await columnPage(db, book, filter, page);
  if (held) return held;
  const [rows, totals] = await Promise.all([findTrades(db, filter, page), countTrades(db, filter)]);
  return { rows, ...totals };
}

async function readKept(db: Db, book: Book, filter: TradeFilter, page: KeptPage) {
  const owner = ownerOf(book, filter);
  const { range } = filter;
  const parts = await readParts(db, owner, range, page.sortBy);
  const rows = await keptPage({ db, owner, range, page }, parts);
  return { rows, ...keptSums(book.accounts, parts) };
}

async function readCounted(deps: Deps, filter: TradeFilter, page: TradePage) {
  const [rows, { count, sums }] = await Promise.all([
    findTrades(deps.db, filter, page),
    countTrades(deps.db, filter),
  ]);
  // Trades that came another way than by a sync of many.
  if (count > ROLL_UP_FROM) await beginRollUp(deps, filter.userId);
  return { rows, count, sums };
}

export function filterOf(
  clock: Clock,
  userId: UserId,
  query: {
    period: Period;
    time_zone: string;
    account_type?: TradeFilter['accountType'];
  } & Partial<HistoryQuery>,
): TradeFilter {
  return {
    userId,
    range: periodRange(query, clock.now()),
    accountType: query.account_type,
    narrow: narrowOf(query),
  };
}

function narrowOf(query: Partial<HistoryQuery>): Narrow | undefined {
  const given = NARROW_FIELDS.filter((field) => query[field] !== undefined);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((field) => [field, query[field]]));
}

/** Amounts of two currencies have no sum: figures are of the wanted currency, or of the most traded one. */
export function chooseCurrency(
  sums: readonly CurrencySums[],
  wanted: string | undefined,
): CurrencySums {
  if (wanted === undefined) return sums[0] ?? { currency: 'USD', ...NO_TOTALS };
  return sums.find(({ currency }) => currency === wanted) ?? { ...NO_TOTALS, currency: wanted };
}

const R_DECIMALS = 4;

/** The figures as they travel, every one derived by the trading core. */
function toTradeStatistics({ currency: code, ...sums }: CurrencySums): TradeStatistics {
  const summary = summaryFromSums(sums);
  const currency = currencyOf(code);
  const amount = (minor: number) => moneyToNumber(money(minor, currency));
  return {
    currency,
    total_trades: summary.total,
    winning_trades: summary.wins,
    losing_trades: summary.losses,
    break_even_trades: summary.breakEven,
    win_rate: summary.winRatePercent,
    net_profit: amount(summary.netProfit),
    total_profit: amount(summary.grossProfit),
    total_loss: amount(summary.grossLoss),
    profit_factor: summary.profitFactor,
    profit_factor_text: summary.profitFactorText,
    average_win: amount(summary.averageWin),
    average_loss: amount(summary.averageLoss),
    largest_win: amount(summary.largestWin),
    largest_loss: amount(summary.largestLoss),
    expectancy: amount(summary.expectancy),
    total_costs: amount(sums.costs),
    average_r: sums.withR === 0 ? null : roundTo(sums.rSum / 1e6 / sums.withR, R_DECIMALS),
    trades_with_r: sums.withR,
  };
}

type Origin = Pick<ListedTrade, 'provenance' | 'account'>;

/** A stored trade as it travels. */
function toTrade(
  row: TradeRecord,
  { provenance, account, note }: Origin & { note: NoteRow | undefined },
): ListedTrade {
  const { opened_text, closed_text, time_text, open_price: _, reported_status: __, ...same } = row;
  return {
    ...same,
    ...figuresOf(row),
    trade_time: isoOf(time_text),
    opened_at: isoOf(opened_text),
    closed_at: closed_text === null ? null : isoOf(closed_text),
    corrections: toCorrections(row.corrections, row.currency),
    provenance,
    account,
    has_note: note?.has_note ?? false,
    tags: note?.tags ?? [],
    setup: note?.setup ?? null,
  };
}

/** @param text as the database writes it: `2026-03-02 09:30:00`, with a fraction where there is one */
function isoOf(text: string): string {
  const time = text.slice(11, 23);
  const moment = `${text.slice(0, 10)}T${time.length === 8 ? `${time}.` : time}`;
  return `${moment.padEnd(23, '0')}Z`;
}
