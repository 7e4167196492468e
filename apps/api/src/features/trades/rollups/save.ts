import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { Cell } from './cell.ts';

/** The sums of an account's day, or of its month under the month's first day. */
export type KeptDay = Cell & {
  account_id: string;
  day: number;
  /** What was closed before each cut of the day; of days alone. */
  closed_before: number[] | null;
};

/** Writes sums over those that stand. What they are sums of is marked or locked by the caller. */
export async function saveCells(
  tx: Db,
  userId: string,
  month: boolean,
  cells: readonly KeptDay[],
): Promise<void> {
  const listed = cells.map((cell) => ({
    ...cell,
    closed_before: cell.closed_before && `{${cell.closed_before.join()}}`,
  }));
  await sql`
    insert into trade_cells (
      user_id, month, day, account_id, stale, n, total, wins, losses, gross_profit, gross_loss,
      largest_win, largest_loss, closed_before, symbols, volumes, profits, slices
    )
    select ${userId}::uuid, ${month}::boolean, c.day, c.account_id, false, c.n, c.total, c.wins, c.losses,
      c.gross_profit, c.gross_loss, c.largest_win, c.largest_loss, c.closed_before::bigint[], c.symbols,
      c.volumes, c.profits, c.slices
    from json_to_recordset(${JSON.stringify(listed)}::json) as c(
      day integer, account_id uuid, n integer, total integer, wins integer, losses integer,
      gross_profit bigint, gross_loss bigint, largest_win bigint, largest_loss bigint,
      closed_before text, symbols json, volumes json, profits json, slices json
    )
    on conflict (user_id, month, day, account_id) do update set
      stale = false, n = excluded.n, total = excluded.total, wins = excluded.wins,
      losses = excluded.losses, gross_profit = excluded.gross_profit, gross_loss = excluded.gross_loss,
      largest_win = excluded.largest_win, largest_loss = excluded.largest_loss,
      closed_before = excluded.closed_before, symbols = excluded.symbols, volumes = excluded.volumes,
      profits = excluded.profits, slices = excluded.slices
  `.execute(tx);
}

/** Writes the days of a month by cuts. */
export async function saveCuts(
  tx: Db,
  userId: string,
  month: number,
  cuts: readonly { account_id: string; cut: number; days: readonly number[] }[],
): Promise<void> {
  await sql`
    insert into trade_cuts (user_id, cut, month, account_id, days)
    select ${userId}::uuid, c.cut, ${month}::integer, c.account_id, c.days
    from json_to_recordset(${JSON.stringify(cuts)}::json) as c(cut smallint, account_id uuid, days json)
    on conflict (user_id, cut, month, account_id) do update set days = excluded.days
    where trade_cuts.days::text <> excluded.days::text
  `.execute(tx);
}
