import { sql } from 'kysely';
import type { TradeRecord } from '../trades.queries.ts';
import { COLUMNS, NEAR, type Search } from './page-search.ts';
import type { Part } from './parts.ts';
import { owned } from './read-cells.ts';
import { jump, type Segment } from './segments.ts';

/** Rows of one key, or of all by time: from the day on which they begin. */
export async function readFirst(
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
export async function readRest(
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
