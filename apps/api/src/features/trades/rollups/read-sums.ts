import { DAY_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import {
  addTotals,
  monthOf,
  NO_TOTALS,
  profitClass,
  R_MOST_MILLIONTHS,
  type Totals,
} from './cell.ts';

export type Counts = Record<string, number>;

/** By these a page is found from kept counts. */
const KEPT_SORTS = ['trade_time', 'symbol', 'volume', 'profit'] as const;
export type KeptSort = (typeof KEPT_SORTS)[number];

export function isKeptSort(key: string): key is KeptSort {
  return KEPT_SORTS.some((kept) => kept === key);
}

/** A month, a day or a ragged end of a range: one account's sums, and its counts by what is sorted by. */
export type Part = TimeRange & {
  account_id: string;
  /** Of a month, which can be taken apart into days. */
  month: number | null;
  /** Trades, open ones included. */
  n: number;
  sums: Totals;
  counts: Counts;
};

/** The core's sums as a JSON object, from an expression for each. */
function sumsObject(of: Record<keyof Totals, RawBuilder<unknown>>): RawBuilder<Totals> {
  const pairs = Object.entries(of).map(([name, sum]) => sql`${sql.lit(name)}, ${sum}`);
  return sql`json_build_object(${sql.join(pairs)})`;
}

const won = sql`filter (where status = 'CLOSED' and profit > 0)`;
const lost = sql`filter (where status = 'CLOSED' and profit < 0)`;
const MOST = sql.lit(R_MOST_MILLIONTHS);

/** What `rMillionths` makes of a trade with a stop, digit for digit. */
const R_MILLIONTHS = sql`greatest(-${MOST}::float8,
  least(${MOST}::float8, floor(profit::float8 * 1e6 / initial_risk + 0.5)))::bigint`;

/** What `sumNets` of the core makes of closed trades, made by the database. */
export const SUMS_OF_TRADES = sumsObject({
  total: sql`count(*) filter (where status = 'CLOSED')`,
  wins: sql`count(*) ${won}`,
  losses: sql`count(*) ${lost}`,
  grossProfit: sql`coalesce(sum(profit) ${won}, 0)`,
  grossLoss: sql`coalesce(sum(profit) ${lost}, 0)`,
  largestWin: sql`coalesce(max(profit) ${won}, 0)`,
  largestLoss: sql`coalesce(min(profit) ${lost}, 0)`,
  costs: sql`coalesce(sum(commission + swap + fee) filter (where status = 'CLOSED'), 0)`,
  withR: sql`count(*) filter (where status = 'CLOSED' and initial_risk > 0)`,
  rSum: sql`coalesce(sum(${R_MILLIONTHS}) filter (where status = 'CLOSED' and initial_risk > 0), 0)`,
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
  costs: sql`costs`,
  withR: sql`with_r`,
  rSum: sql`r_sum`,
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

/** Everything that a range is summed up from: kept months, kept days beside them, and its ragged ends. */
export async function readParts(
  db: Db,
  owner: Owner,
  range: TimeRange,
  sortBy: KeptSort = 'trade_time',
): Promise<Part[]> {
  if (owner.accountIds.length === 0) return [];
  const { months, days, ragged } = spansOf(range);
  const lists = await Promise.all([
    ...(months ? [readMonths(db, owner, sortBy)] : []),
    ...days.flatMap(monthsOf).map((month) => readDays(db, owner, month, sortBy)),
    ...(ragged.length > 0 ? [readEnds(db, owner, ragged, sortBy)] : []),
  ]);
  const { from, to } = range;
  return lists.flat().filter((part) => isWithin(part, from, to));
}

function isWithin(part: Part, from: Date | null, to: Date | null): boolean {
  return (!from || (part.from ?? from) >= from) && (!to || (part.to ?? to) <= to);
}

/** The months that days lie in. */
function monthsOf({ from, to }: DaySpan): DaySpan[] {
  const month = monthOf(from);
  return month.to >= to ? [month] : [month, ...monthsOf({ from: month.to, to })];
}

function readMonths(db: Db, owner: Owner, sortBy: KeptSort): Promise<Part[]> {
  return readCells(db, owner, { month: true, from: FIRST_DAY, to: END_DAY }, sortBy);
}

/** The days of a month. */
export function readDays(db: Db, owner: Owner, month: DaySpan, sortBy: KeptSort): Promise<Part[]> {
  return readCells(db, owner, { month: false, ...month }, sortBy);
}

type CellRow = [account: string, day: number, counts: Counts | null, n: number, sums: Totals];

async function readCells(
  db: Db,
  owner: Owner,
  { month, from, to }: DaySpan & { month: boolean },
  sortBy: KeptSort,
): Promise<Part[]> {
  const all = await remember(owner, ['cells', month, from, sortBy], async () => {
    const columns = [sql`account_id`, sql`day`, COUNTED[sortBy], sql`n`, SUMS_OF_CELL];
    const { rows } = await sql<{ cells: CellRow[] }>`${prepared}
      select ${listOf(
        columns,
        sql`from trade_cells where user_id = ${owner.userId}::uuid and month = ${month}
          and day >= ${from}::integer and day < ${to}::integer and n > 0`,
      )} as cells
    `.execute(db);
    return (rows[0]?.cells ?? []).map(
      ([account_id, day, counts, n, sums]): Part => ({
        account_id,
        month: month ? day : null,
        from: new Date(day * DAY_MS),
        to: new Date((month ? monthOf(day).to : day + 1) * DAY_MS),
        n,
        sums,
        counts: counts ?? { '': n },
      }),
    );
  });
  return all.filter(({ account_id }) => owner.accountIds.includes(account_id));
}

type EndRow = [
  end: number,
  account: string,
  keys: (number | string)[] | null,
  n: number,
  sums: Totals,
];

function readEnds(
  db: Db,
  owner: Owner,
  ends: readonly TimeRange[],
  sortBy: KeptSort,
): Promise<readonly Part[]> {
  return remember(owner, ['ends', owner.accountIds, ends, sortBy], async () => {
    const queries = ends.map(
      (end, index) => sql`select ${sql.lit(index)} as "end", account_id, ${KEYS[sortBy]} as keys,
        count(*) as n, ${SUMS_OF_TRADES} as sums
        from trades where ${owned(owner, end)} group by account_id`,
    );
    const columns = ['end', 'account_id', 'keys', 'n', 'sums'].map((name) => sql.ref(name));
    const { rows } = await sql<{ ends: EndRow[] }>`
      select ${listOf(columns, sql`from (${sql.join(queries, sql` union all `)}) ends`)} as ends
    `.execute(db);
    return (rows[0]?.ends ?? []).map(([end, account_id, keys, n, sums]): Part => {
      const counts: Counts = keys ? {} : { '': n };
      for (const each of keys ?? []) {
        const key = sortBy === 'profit' ? profitClass(Number(each)) : each;
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return { ...(ends[end] as TimeRange), account_id, month: null, n, sums, counts };
    });
  });
}

/** Figures in all lists that are remembered: some 50 MB. */
const MOST_REMEMBERED = 500_000;

const lists = new LRUCache<string, readonly Part[]>({
  maxSize: MOST_REMEMBERED,
  sizeCalculation: (list) =>
    list.reduce((sum, { counts }) => sum + Object.keys(counts).length + 10, 1),
});

/** Reads what is asked of a version of the sums once: every page of a history needs the same. */
async function remember(
  { userId, version }: Owner,
  what: readonly unknown[],
  read: () => Promise<readonly Part[]>,
): Promise<readonly Part[]> {
  if (version === undefined) return read();
  const key = JSON.stringify([userId, version, ...what]);
  const known = lists.get(key);
  if (known) return known;
  const list = await read();
  lists.set(key, list);
  return list;
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

export type CurrencySums = Totals & Readonly<{ currency: string }>;

/** What parts add up to: all trades, and the sums of the closed ones by currency, most trades first. */
export function sumUp(parts: readonly Readonly<{ currency: string; n: number; sums: Totals }>[]): {
  count: number;
  sums: CurrencySums[];
} {
  const byCurrency = new Map<string, Totals>();
  for (const { currency, sums } of parts)
    byCurrency.set(currency, addTotals(byCurrency.get(currency) ?? NO_TOTALS, sums));
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
