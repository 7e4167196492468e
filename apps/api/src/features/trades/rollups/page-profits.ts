import { type RawBuilder, sql } from 'kysely';
import type { TradeRecord } from '../trades.queries.ts';
import { readFirst } from './page-keys.ts';
import { COLUMNS, NEAR, type Search } from './page-search.ts';
import type { Part } from './parts.ts';
import { profitsOf } from './profit-class.ts';
import { owned } from './read-cells.ts';
import type { Segment } from './segments.ts';

/** So few that sorting their profits is faster than looking for them in the index of all. */
const FEW = 10_000;
/** So few are skipped in the table faster than counted. */
const SHORT = 100;

/** Rows of neighbouring classes of profits; a class that is a single profit may have very many. */
export async function readProfits(
  search: Search,
  parts: readonly Part[],
  segments: readonly [Segment, ...Segment[]],
): Promise<TradeRecord[]> {
  const [first, ...rest] = segments;
  const { from, to } = profitsOf(Number(first.key));
  const near = search.near ?? NEAR;
  if (from === to && first.skip >= near) {
    const pieces = await Promise.all([
      readFirst(search, parts, first),
      rest.length > 0 ? readClasses(search, parts, rest) : [],
    ]);
    return pieces.flat();
  }
  return readClasses(search, parts, segments);
}

async function readClasses(
  search: Search,
  parts: readonly Part[],
  segments: readonly Segment[],
): Promise<TradeRecord[]> {
  const ends = segments.map(({ key }) => profitsOf(Number(key)));
  const within = {
    from: Math.min(...ends.map(({ from }) => from)),
    to: Math.max(...ends.map(({ to }) => to)),
  };
  const take = segments.reduce((sum, segment) => sum + segment.take, 0);
  const count = parts.reduce((n, part) => n + part.sums.n, 0);
  const many = count > (search.few ?? FEW);
  const skip = segments[0]?.skip ?? 0;
  const profits = { ...within, many };
  if (!many) return readSkipped(search, profits, { skip, take });
  if (skip < Math.min(SHORT, search.near ?? SHORT))
    return readShown(search, profits, { skip, take });
  const at = await passProfits(search, profits, skip);
  const read = at.skip < (search.near ?? NEAR) ? readShown : readSkipped;
  return read(search, { ...at, many }, { skip: at.skip, take });
}

/** Skips whole profits, counted in the index. @returns where the next begin, and what is left to skip */
async function passProfits(
  { db, owner, range, page }: Search,
  profits: Profits,
  skip: number,
): Promise<{ from: number; to: number; skip: number }> {
  const order = page.sortOrder === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ profits: [profit: number, n: number][] }>`
    select coalesce(json_agg(json_build_array(profit, n) order by profit ${order}), '[]') as profits
    from (
      select profit, count(*) as n from trades where ${owned(owner, range)} ${among(profits)}
      group by profit
    ) counted
  `.execute(db);
  let left = skip;
  for (const [profit, n] of rows[0]?.profits ?? []) {
    if (left < n) {
      const ends = page.sortOrder === 'asc' ? { from: profit } : { to: profit };
      return { from: profits.from, to: profits.to, ...ends, skip: left };
    }
    left -= n;
  }
  return { from: profits.from, to: profits.to, skip };
}

/** Rows as the index has them. */
async function readShown(
  { db, owner, range, page }: Search,
  profits: Profits,
  { skip, take }: { skip: number; take: number },
): Promise<TradeRecord[]> {
  const order = page.sortOrder === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<TradeRecord>`
    select ${COLUMNS} from trades where ${owned(owner, range)} ${among(profits)}
    order by profit ${order}, trade_time desc, position_ticket desc, account_id desc
    limit ${take} offset ${skip}
  `.execute(db);
  return rows;
}

/** Skipped and sorted in an index, and read from the table only where they are shown. */
async function readSkipped(
  { db, owner, range, page }: Search,
  profits: Profits,
  { skip, take }: { skip: number; take: number },
): Promise<TradeRecord[]> {
  const order = page.sortOrder === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<TradeRecord>`
    select ${COLUMNS} from (
      select account_id, position_ticket from trades
      where ${owned(owner, range)} ${among(profits)}
      order by profit ${order}, trade_time desc, position_ticket desc, account_id desc
      limit ${take} offset ${skip}
    ) shown
    join trades on trades.user_id = ${owner.userId}::uuid
      and trades.account_id = shown.account_id and trades.position_ticket = shown.position_ticket
    order by profit ${order}, trade_time desc, trades.position_ticket desc, trades.account_id desc
  `.execute(db);
  return rows;
}

/** `many`: of so many trades that they are looked for in the index by profit. */
type Profits = { from: number; to: number; many: boolean };

function among({ from, to, many }: Profits): RawBuilder<unknown> {
  // Without this condition the index by profit cannot be chosen, and that by time is.
  const index = many ? sql`and rolled_up` : sql``;
  return sql`${index} and profit >= ${from}::bigint and profit <= ${to}::bigint`;
}
