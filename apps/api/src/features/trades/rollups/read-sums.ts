import type { SORT_KEYS } from '@quorate/contract/trades';
import { addSums, NO_TRADES, type TradeSums } from '@quorate/trading/statistics/summary';
import { DAY_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import { monthOf, profitClass } from './cell.ts';

export type Counts = Record<string, number>;
type SortKey = (typeof SORT_KEYS)[number];

/** A month, a day or a ragged end of a range: one account's sums, and its counts by what is sorted by. */
export type Part = TimeRange & {
  account_id: string;
  /** Of a month, which can be taken apart into days. */
  month: number | null;
  /** Trades, open ones included. */
  n: number;
  sums: TradeSums;
  counts: Counts;
};

type CellRow = [
  accountId: string,
  month: boolean,
  day: number,
  counts: Counts | null,
  n: number,
  sums: TradeSums,
];
type EndRow = [
  end: number,
  accountId: string,
  keys: (number | string)[] | null,
  n: number,
  sums: TradeSums,
];

/** The core's sums as a JSON object, from an expression for each. */
function sumsObject(of: Record<keyof TradeSums, RawBuilder<unknown>>): RawBuilder<TradeSums> {
  const pairs = Object.entries(of).map(([name, sum]) => sql`${sql.lit(name)}, ${sum}`);
  return sql`json_build_object(${sql.join(pairs)})`;
}

const won = sql`filter (where status = 'CLOSED' and profit > 0)`;
const lost = sql`filter (where status = 'CLOSED' and profit < 0)`;

/** What `sumNets` of the core makes of closed trades, made by the database. */
export const SUMS_OF_TRADES = sumsObject({
  total: sql`count(*) filter (where status = 'CLOSED')`,
  wins: sql`count(*) ${won}`,
  losses: sql`count(*) ${lost}`,
  grossProfit: sql`coalesce(sum(profit) ${won}, 0)`,
  grossLoss: sql`coalesce(sum(profit) ${lost}, 0)`,
  largestWin: sql`coalesce(max(profit) ${won}, 0)`,
  largestLoss: sql`coalesce(min(profit) ${lost}, 0)`,
});

/** The same as it is kept of a day or a month. */
export const SUMS_OF_CELL = sumsObject({
  total: sql`total`,
  wins: sql`wins`,
  losses: sql`losses`,
  grossProfit: sql`gross_profit`,
  grossLoss: sql`gross_loss`,
  largestWin: sql`largest_win`,
  largestLoss: sql`largest_loss`,
});

const COUNTED = {
  trade_time: sql`null::json`,
  symbol: sql`symbols`,
  volume: sql`volumes`,
  profit: sql`profits`,
};
/** Of a ragged end, the key of each trade. */
const KEYS = {
  trade_time: sql`null::json`,
  symbol: sql`json_agg(symbol)`,
  volume: sql`json_agg((volume * 1000)::bigint)`,
  profit: sql`json_agg(profit)`,
};

/** Everything that a range is summed up from, in one statement. */
export function readParts(
  db: Db,
  owner: Owner,
  range: TimeRange,
  sortBy: SortKey = 'trade_time',
): Promise<readonly Part[]> {
  return readSpans(db, owner, spansOf(range), sortBy);
}

export async function readSpans(
  db: Db,
  owner: Owner,
  spans: Spans,
  sortBy: SortKey,
): Promise<readonly Part[]> {
  if (owner.accountIds.length === 0) return [];
  return remember(owner, ['spans', spans, sortBy], () => querySpans(db, owner, spans, sortBy));
}

/** Figures in all lists that are remembered: some 50 MB. */
const MOST_REMEMBERED = 500_000;

const lists = new LRUCache<string, readonly object[]>({
  maxSize: MOST_REMEMBERED,
  sizeCalculation: (list) =>
    list.reduce(
      (sum: number, each) =>
        sum + Object.keys('counts' in each ? (each.counts as Counts) : each).length + 10,
      1,
    ),
});

/** Reads what is asked of a version of the sums once: every page of a history needs the same. */
export async function remember<T extends object>(
  { userId, version, accountIds }: Owner,
  what: readonly unknown[],
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (version === undefined) return read();
  const key = JSON.stringify([userId, version, accountIds, ...what]);
  const known = lists.get(key) as readonly T[] | undefined;
  if (known) return known;
  const list = await read();
  lists.set(key, list);
  return list;
}

async function querySpans(db: Db, owner: Owner, spans: Spans, sortBy: SortKey): Promise<Part[]> {
  const ends = spans.ragged.map(
    (end, index) => sql`select ${sql.lit(index)} as "end", account_id, ${KEYS[sortBy]} as keys,
      count(*) as n, ${SUMS_OF_TRADES} as sums
      from trades where ${owned(owner, end)} group by account_id`,
  );
  const cell = [sql`account_id`, sql`month`, sql`day`, COUNTED[sortBy], sql`n`, SUMS_OF_CELL];
  const end = ['end', 'account_id', 'keys', 'n', 'sums'].map((name) => sql.ref(name));
  const { rows } = await sql<{ cells: CellRow[]; ends: EndRow[] }>`
    select
      ${listOf(cell, sql`from trade_cells where ${cellsWithin(owner, spans)}`)} as cells,
      ${unionOf(end, ends)} as ends
  `.execute(db);
  const found = rows[0];
  if (!found) return [];
  return [
    ...found.cells.map(cellPart),
    ...found.ends.map(([end, account_id, keys, n, sums]): Part => {
      const counts: Counts = keys ? {} : { '': n };
      for (const each of keys ?? []) {
        const key = sortBy === 'profit' ? profitClass(Number(each)) : each;
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return { ...(spans.ragged[end] as TimeRange), account_id, month: null, n, sums, counts };
    }),
  ];
}

function unionOf(columns: RawBuilder<unknown>[], queries: RawBuilder<unknown>[]) {
  if (queries.length === 0) return sql`'[]'::json`;
  return listOf(columns, sql`from (${sql.join(queries, sql` union all `)}) ends`);
}

function cellPart([account_id, month, day, counts, n, sums]: CellRow): Part {
  return {
    account_id,
    month: month ? day : null,
    from: new Date(day * DAY_MS),
    to: new Date((month ? monthOf(day).to : day + 1) * DAY_MS),
    n,
    sums,
    counts: counts ?? { '': n },
  };
}

/** Days since 1970, the first within, the last not. */
type DaySpan = { from: number; to: number };

/** A range as the sums hold it: whole UTC months, whole UTC days beside them, and two ragged ends. */
type Spans = { months: DaySpan | null; days: DaySpan[]; ragged: TimeRange[] };

/** Before and after everything that a database can hold. */
const FIRST_DAY = -3_000_000;
const END_DAY = 100_000_000;

export function spansOf({ from, to }: TimeRange): Spans {
  const first = from ? Math.ceil(from.getTime() / DAY_MS) : FIRST_DAY;
  const end = to ? Math.floor(to.getTime() / DAY_MS) : END_DAY;
  if (first >= end) return { months: null, days: [], ragged: [...inTwo(from, to, first)] };
  const ragged = [
    { from, to: new Date(first * DAY_MS) },
    { from: new Date(end * DAY_MS), to },
  ].filter((span) => span.from !== null && span.to !== null && span.from < span.to);
  const monthsFrom = from ? nextMonth(first) : FIRST_DAY;
  const monthsTo = to ? monthOf(end).from : END_DAY;
  if (monthsFrom >= monthsTo) return { months: null, days: [{ from: first, to: end }], ragged };
  const days = [
    { from: first, to: monthsFrom },
    { from: monthsTo, to: end },
  ].filter((span) => span.from < span.to);
  return { months: { from: monthsFrom, to: monthsTo }, days, ragged };
}

/** A range without a whole day may still lie in two: pieces never cross a midnight. */
function inTwo(from: Date | null, to: Date | null, middle: number): TimeRange[] {
  const midnight = new Date(middle * DAY_MS);
  if (!from || !to || from >= to) return [];
  if (midnight <= from || midnight >= to) return [{ from, to }];
  return [
    { from, to: midnight },
    { from: midnight, to },
  ];
}

function nextMonth(day: number): number {
  const month = monthOf(day);
  return month.from === day ? day : month.to;
}

/** Whose trades, of which accounts; never of none. */
export type Owner = {
  userId: string;
  accountIds: readonly string[];
  /** Of the sums that are kept. */
  version?: string;
};

/** A condition on kept cells: the owner's that have trades, within the range but for its ragged ends. */
export function cellsWithin(
  owner: Owner,
  { months, days }: Pick<Spans, 'months' | 'days'>,
): RawBuilder<unknown> {
  const wanted = [
    ...(months ? [{ month: true, ...months }] : []),
    ...days.map((span) => ({ month: false, ...span })),
  ].map(
    ({ month, from, to }) =>
      sql`(month = ${sql.lit(month)} and day >= ${from}::integer and day < ${to}::integer)`,
  );
  if (wanted.length === 0) return sql`${owners(owner)} and false`;
  return sql`${owners(owner)} and n > 0 and (${sql.join(wanted, sql` or `)})`;
}

/** A condition on trades: of the owner, within the range. */
export function owned(owner: Owner, { from, to }: TimeRange): RawBuilder<unknown> {
  return sql`${owners(owner)}
    ${from ? sql`and trade_time >= ${from}` : sql``} ${to ? sql`and trade_time < ${to}` : sql``}`;
}

export function owners({ userId, accountIds }: Owner): RawBuilder<unknown> {
  const accounts = sql.join(accountIds.map((id) => sql`${id}::uuid`));
  return sql`user_id = ${userId}::uuid and account_id in (${accounts})`;
}

/** What a query selects, as one JSON text: read column by column, it would take several times as long. */
export function listOf(
  columns: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_array(${sql.join(columns)})), '[]') ${from})`;
}

export type CurrencySums = TradeSums & Readonly<{ currency: string }>;

/** What parts add up to: all trades, and the sums of the closed ones by currency, most trades first. */
export function sumUp(
  parts: readonly Readonly<{ currency: string; n: number; sums: TradeSums }>[],
): {
  count: number;
  sums: CurrencySums[];
} {
  const byCurrency = new Map<string, TradeSums>();
  for (const { currency, sums } of parts)
    byCurrency.set(currency, addSums(byCurrency.get(currency) ?? NO_TRADES, sums));
  const sums = [...byCurrency]
    .filter(([, { total }]) => total > 0)
    .map(([currency, found]) => ({ ...found, currency }))
    .sort((a, b) => b.total - a.total || (a.currency < b.currency ? -1 : 1));
  return { count: parts.reduce((n, part) => n + part.n, 0), sums };
}

/** The same of kept parts. */
export function keptSums(
  accounts: readonly Readonly<{ id: string; currency: string }>[],
  parts: readonly Part[],
) {
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  return sumUp(
    parts.map(({ account_id, ...part }) => ({
      ...part,
      currency: currencies.get(account_id) ?? '',
    })),
  );
}
