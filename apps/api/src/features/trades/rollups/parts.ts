import { DAY_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import type { TradePage } from '../trades.queries.ts';
import { monthOf } from './month-of.ts';
import { profitClass } from './profit-class.ts';
import { cellsWithin, listOf, type Owner, owned } from './read-cells.ts';
import { type Spans, spansOf } from './spans.ts';

const SUMS = [
  'n',
  'total',
  'wins',
  'losses',
  'gross_profit',
  'gross_loss',
  'largest_win',
  'largest_loss',
] as const;

export type Sums = Record<(typeof SUMS)[number], number>;
export type Counts = Record<string, number>;
export type SortKey = TradePage['sortBy'];

/** A month, a day or a ragged end of a range: one account's sums, and its counts by what is sorted by. */
export type Part = TimeRange & {
  account_id: string;
  /** Of a month, which can be taken apart into days. */
  month: number | null;
  sums: Sums;
  counts: Counts;
};

type Figures = [number, number, number, number, number, number, number, number];
type CellRow = [
  accountId: string,
  month: boolean,
  day: number,
  counts: Counts | null,
  ...sums: Figures,
];
type EndRow = [end: number, accountId: string, keys: (number | string)[] | null, ...sums: Figures];

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
): Promise<Part[]> {
  return readSpans(db, owner, spansOf(range), sortBy);
}

export async function readSpans(
  db: Db,
  owner: Owner,
  spans: Spans,
  sortBy: SortKey,
): Promise<Part[]> {
  if (owner.accountIds.length === 0) return [];
  const sums = SUMS.map((name) => sql.ref(name));
  const ends = spans.ragged.map(
    (end, index) => sql`select ${sql.lit(index)} as "end", account_id,
      ${KEYS[sortBy]} as keys, count(*) as n, count(*) filter (where status = 'CLOSED') as total,
      count(*) filter (where status = 'CLOSED' and profit > 0) as wins,
      count(*) filter (where status = 'CLOSED' and profit < 0) as losses,
      coalesce(sum(profit) filter (where status = 'CLOSED' and profit > 0), 0) as gross_profit,
      coalesce(sum(profit) filter (where status = 'CLOSED' and profit < 0), 0) as gross_loss,
      coalesce(max(profit) filter (where status = 'CLOSED' and profit > 0), 0) as largest_win,
      coalesce(min(profit) filter (where status = 'CLOSED' and profit < 0), 0) as largest_loss
      from trades where ${owned(owner, end)} group by account_id`,
  );
  const cell = [sql`account_id`, sql`month`, sql`day`, COUNTED[sortBy], ...sums];
  const { rows } = await sql<{ cells: CellRow[]; ends: EndRow[] }>`
    select
      ${listOf(cell, sql`from trade_cells where ${cellsWithin(owner, spans)}`)} as cells,
      ${unionOf([sql.ref('end'), sql`account_id`, sql`keys`, ...sums], ends)} as ends
  `.execute(db);
  const found = rows[0];
  if (!found) return [];
  const ended = found.ends.map(([end, account, keys, ...figures]) =>
    endPart(spans.ragged[end] as TimeRange, [
      end,
      account,
      sortBy === 'profit' ? (keys?.map((key) => profitClass(Number(key))) ?? null) : keys,
      ...figures,
    ]),
  );
  return [...found.cells.map(cellPart), ...ended];
}

function unionOf(columns: RawBuilder<unknown>[], queries: RawBuilder<unknown>[]) {
  if (queries.length === 0) return sql`'[]'::json`;
  return listOf(columns, sql`from (${sql.join(queries, sql` union all `)}) ends`);
}

function cellPart([account_id, month, day, counts, ...figures]: CellRow): Part {
  const sums = sumsOf(figures);
  return {
    account_id,
    month: month ? day : null,
    from: new Date(day * DAY_MS),
    to: new Date((month ? monthOf(day).to : day + 1) * DAY_MS),
    sums,
    counts: counts ?? { '': sums.n },
  };
}

function endPart(range: TimeRange, [, account_id, keys, ...figures]: EndRow): Part {
  const sums = sumsOf(figures);
  const counts: Counts = keys ? {} : { '': sums.n };
  for (const key of keys ?? []) counts[key] = (counts[key] ?? 0) + 1;
  return { ...range, account_id, month: null, sums, counts };
}

function sumsOf(figures: Readonly<Figures>): Sums {
  const [n, total, wins, losses, gross_profit, gross_loss, largest_win, largest_loss] = figures;
  return { n, total, wins, losses, gross_profit, gross_loss, largest_win, largest_loss };
}
