import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import {
  TIME_COLUMNS,
  TRADE_COLUMNS,
  type TradePage,
  type TradeRecord,
} from '../trades.queries.ts';
import { monthOf, profitsOf } from './cell.ts';
import { type Counts, type KeptSort, type Owner, owned, type Part, readDays } from './read-sums.ts';

/**
 * A page at any depth without counting through what comes before it: the kept counts tell under which
 * key, or in which class of profits, it begins, and among rows that sort alike on which day.
 */
export async function keptPage(search: Search, parts: readonly Part[]): Promise<TradeRecord[]> {
  const { page } = search;
  const [first, ...rest] = segmentsOf(parts, page);
  if (!first) return [];
  if (page.sortBy === 'trade_time') return readFirst(search, parts, first);
  if (page.sortBy === 'profit') return readProfits(search, parts, [first, ...rest]);
  const pieces = await Promise.all([readFirst(search, parts, first), readRest(search, rest)]);
  return pieces.flat();
}

export type KeptPage = TradePage & { sortBy: KeptSort };

/** So many rows are skipped as fast as their day is found. */
const NEAR = 200;

/** Which page of whose trades. `few` and `near` are for tests. */
type Search = {
  db: Db;
  owner: Owner;
  range: TimeRange;
  page: KeptPage;
  few?: number;
  near?: number;
};

const COLUMNS = sql.join([
  ...TRADE_COLUMNS.map((column) => sql.ref(`trades.${column}`)),
  ...TIME_COLUMNS,
]);

/** Rows of one key, or of all by time: from the day on which they begin. */
async function readFirst(
  { db, owner, range, page, near = NEAR }: Search,
  parts: readonly Part[],
  segment: Segment,
): Promise<TradeRecord[]> {
  const ascending = page.sortBy === 'trade_time' && page.sortOrder === 'asc';
  const from =
    segment.skip < near
      ? { range, skip: segment.skip }
      : await jump({ db, owner, sortBy: page.sortBy, ascending }, range, parts, segment);
  const same = {
    trade_time: sql``,
    symbol: sql`and symbol = ${segment.key} and rolled_up`,
    volume: sql`and volume = ${segment.key}::numeric / 1000 and rolled_up`,
    profit: sql`and profit = ${segment.key}::bigint and rolled_up`,
  };
  const order = ascending ? sql`asc` : sql`desc`;
  const { rows } = await sql<TradeRecord>`
    select ${COLUMNS} from trades where ${owned(owner, from.range)} ${same[page.sortBy]}
    order by trade_time ${order}, position_ticket ${order}, account_id ${order}
    limit ${segment.take} offset ${from.skip}
  `.execute(db);
  return rows;
}

/** Rows of the keys that follow on the page, all in one statement. */
async function readRest(
  { db, owner, range, page }: Search,
  segments: readonly Segment[],
): Promise<TradeRecord[]> {
  if (segments.length === 0) return [];
  const same = page.sortBy === 'symbol' ? sql`symbol = s.key` : sql`volume = s.key::numeric / 1000`;
  const listed = segments.map(({ key, take }, place) => ({ key, take, place }));
  const { rows } = await sql<TradeRecord>`
    select ${COLUMNS}
    from json_to_recordset(${JSON.stringify(listed)}::json) as s(key text, take integer, place integer)
    cross join lateral (
      select * from trades where ${owned(owner, range)} and ${same} and rolled_up
      order by trade_time desc, position_ticket desc, account_id desc limit s.take
    ) trades
    order by s.place, trades.trade_time desc, trades.position_ticket desc, trades.account_id desc
  `.execute(db);
  return rows;
}

/** So few that sorting all of them is faster than looking for their profits in the index. */
const FEW = 3_000;

/** Rows of neighbouring classes of profits; a class that is a single profit may have very many. */
async function readProfits(
  search: Search,
  parts: readonly Part[],
  [first, ...rest]: readonly [Segment, ...Segment[]],
): Promise<TradeRecord[]> {
  const { from, to } = profitsOf(Number(first.key));
  if (from !== to || first.skip < (search.near ?? NEAR))
    return readClasses(search, parts, [first, ...rest]);
  const pieces = await Promise.all([
    readFirst(search, parts, first),
    rest.length > 0 ? readClasses(search, parts, rest) : [],
  ]);
  return pieces.flat();
}

/** Of many trades, what lies before the page's first profit is skipped in the index, without a look into the table. */
async function readClasses(
  { db, owner, range, page, few = FEW }: Search,
  parts: readonly Part[],
  segments: readonly Segment[],
): Promise<TradeRecord[]> {
  const ends = segments.map(({ key }) => profitsOf(Number(key)));
  const from = Math.min(...ends.map((end) => end.from));
  const to = Math.max(...ends.map((end) => end.to));
  const take = segments.reduce((sum, segment) => sum + segment.take, 0);
  const skip = segments[0]?.skip ?? 0;
  const classes = sql`from trades where ${owned(owner, range)} and profit between ${from}::bigint and ${to}::bigint`;
  const ascending = page.sortOrder === 'asc';
  const order = sql`order by profit ${ascending ? sql`asc` : sql`desc`}`;
  const whole = sql`${order}, trade_time desc, position_ticket desc, account_id desc limit ${take}`;
  if (parts.reduce((n, part) => n + part.n, 0) <= few) {
    const { rows } = await sql<TradeRecord>`
      select ${COLUMNS} ${classes} ${whole} offset ${skip}
    `.execute(db);
    return rows;
  }
  // Only with `rolled_up` can the index by profit be chosen.
  const { rows } = await sql<TradeRecord>`
    with first as materialized (
      select profit ${classes} and rolled_up ${order} limit 1 offset ${skip}
    ), before as materialized (
      select count(*) as n ${classes} and rolled_up
        and profit ${ascending ? sql`<` : sql`>`} (select profit from first)
    )
    select ${COLUMNS} ${classes} and rolled_up
      and profit ${ascending ? sql`>=` : sql`<=`} (select profit from first)
    ${whole} offset ${skip} - (select n from before)
  `.execute(db);
  return rows;
}

/** Rows of one key next to each other on a page: so many after so many others of the same key. */
type Segment = { key: string; skip: number; take: number };

/** Under which keys a page lies, in its order. Keys that are not symbols are numbers. */
function segmentsOf(parts: readonly Part[], page: KeptPage): Segment[] {
  const totals: Counts = {};
  for (const { counts } of parts)
    for (const key in counts) totals[key] = (totals[key] ?? 0) + (counts[key] ?? 0);
  const numeric = page.sortBy === 'volume' || page.sortBy === 'profit';
  const keys = Object.keys(totals).sort((a, b) =>
    numeric ? Number(a) - Number(b) : Number(a > b) - Number(a < b),
  );
  if (page.sortOrder === 'desc') keys.reverse();
  const segments: Segment[] = [];
  let skip = page.offset;
  let wanted = page.limit;
  for (const key of keys) {
    const count = totals[key] ?? 0;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const take = Math.min(wanted, count - skip);
    segments.push({ key, skip, take });
    skip = 0;
    wanted -= take;
    if (wanted === 0) break;
  }
  return segments;
}

/**
 * Where among rows that sort alike a page begins: the range without the months and days that lie before
 * it, and how many rows of the first day are still to be skipped.
 */
async function jump(
  search: { db: Db; owner: Owner; sortBy: KeptSort; ascending: boolean },
  range: TimeRange,
  parts: readonly Part[],
  { key, skip }: { key: string; skip: number },
): Promise<{ range: TimeRange; skip: number }> {
  let left = skip;
  const sign = search.ascending ? 1 : -1;
  const inOrder = parts.toSorted((a, b) => sign * (timeOf(a) - timeOf(b)));
  for (const together of inParts(inOrder)) {
    const count = together.reduce((sum, { counts }) => sum + (counts[key] ?? 0), 0);
    if (left >= count) {
      left -= count;
      continue;
    }
    const [{ month, from, to }] = together;
    if (month !== null) {
      const days = await readDays(search.db, search.owner, monthOf(month), search.sortBy);
      return jump(search, range, days, { key, skip: left });
    }
    return {
      range: search.ascending ? { from, to: range.to } : { from: range.from, to },
      skip: left,
    };
  }
  return { range, skip };
}

/** Parts of the same time, one of each account. */
function inParts(parts: readonly Part[]): [Part, ...Part[]][] {
  const groups: [Part, ...Part[]][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && timeOf(last[0]) === timeOf(part)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

function timeOf({ from }: Part): number {
  return from?.getTime() ?? Number.NEGATIVE_INFINITY;
}
