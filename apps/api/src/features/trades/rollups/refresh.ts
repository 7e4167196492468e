import { idOf, type UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import { type Narrow, narrowed } from '../trades.queries.ts';
import { addCell, addRow, type Cell, type CellRow, emptyCell, monthOf } from './cell.ts';
import { closedBefore, daysByCut } from './chart-slices.ts';
import { listOf, type Owner, owned, SUMS_OF_CELL } from './read-sums.ts';
import { lockToRefresh } from './user-lock.ts';

/** Days that are read in one statement: about ten thousand rows of a user who trades all day. */
const DAYS_A_STATEMENT = 8;

type Spot = { day: number; account_id: string };

/**
 * Sums up again what has changed, until nothing is stale. A batch that stores trades marks their days in
 * its own transaction and keeps the marks locked until it ends, so that a day is read either before the
 * batch and marked after, or after it.
 */
export async function refreshCells(db: Db, userId: string): Promise<void> {
  while (await db.transaction().execute((tx) => refreshNewestMonth(tx, userId)));
}

async function refreshNewestMonth(tx: Db, userId: string): Promise<boolean> {
  // Lost with a crash, the marks are there again; so nobody waits for the disk.
  await sql`set local synchronous_commit = off`.execute(tx);
  await lockToRefresh(tx, userId);
  const stale = await staleOfNewestMonth(tx, userId);
  const newest = stale[0];
  if (!newest) return false;
  for (const spots of inParts(stale)) await refreshDays(tx, userId, spots);
  const month = monthOf(newest.day);
  await refreshMonth(tx, userId, month, [...new Set(stale.map((spot) => spot.account_id))]);
  // Writes the row again: its transaction is the version of the sums.
  await sql`update rolled_up_users set ready = ready where user_id = ${userId}::uuid`.execute(tx);
  return true;
}

async function staleOfNewestMonth(tx: Db, userId: string): Promise<Spot[]> {
  const newest = await tx
    .selectFrom('trade_cells')
    .select(({ fn }) => fn.max<number | null>('day').as('day'))
    .where('user_id', '=', userId)
    .where('stale', '=', sql.lit(true))
    .executeTakeFirstOrThrow();
  if (newest.day === null) return [];
  const { from, to } = monthOf(newest.day);
  return (
    tx
      .selectFrom('trade_cells')
      .select(['day', 'account_id'])
      .where('user_id', '=', userId)
      .where('stale', '=', sql.lit(true))
      .where('day', '>=', from)
      .where('day', '<', to)
      // In the order in which batches mark days, so that neither waits for the other.
      .orderBy('day')
      .orderBy('account_id')
      .forUpdate()
      .execute()
  );
}

/** Cells of consecutive days, a few days in each part. */
function inParts(spots: readonly Spot[]): Spot[][] {
  const parts = new Map<number, Spot[]>();
  for (const spot of spots) {
    const part = Math.floor(spot.day / DAYS_A_STATEMENT);
    parts.set(part, [...(parts.get(part) ?? []), spot]);
  }
  return [...parts.values()];
}

async function refreshDays(tx: Db, userId: string, spots: readonly Spot[]): Promise<void> {
  const days = spots.map((spot) => spot.day);
  const accountIds = [...new Set(spots.map((spot) => spot.account_id))];
  const range = {
    from: new Date(Math.min(...days) * DAY_MS),
    to: new Date((Math.max(...days) + 1) * DAY_MS),
  };
  const rows = await readCellRows(tx, { userId, accountIds }, range);
  const byCell = Map.groupBy(rows, (row) =>
    keyOf({ account_id: row.accountId, day: Math.floor(row.tradeTime / DAY_MS) }),
  );
  const refreshed = spots.map((spot) => {
    const own = byCell.get(keyOf(spot)) ?? [];
    const cell = emptyCell();
    for (const row of own) addRow(cell, row);
    return { ...spot, ...cell, closed_before: closedBefore(own) };
  });
  await saveCells(tx, userId, false, refreshed);
}

/** A month is summed up from its days. */
async function refreshMonth(
  tx: Db,
  userId: string,
  month: { from: number; to: number },
  accounts: readonly string[],
): Promise<void> {
  const days = await readDays(tx, userId, month, accounts);
  const refreshed = accounts.map((account_id) => {
    const own = days.filter((day) => day.account_id === account_id);
    const cell = emptyCell();
    for (const day of own) addCell(cell, day);
    return { account_id, own, cell: { ...cell, account_id, day: month.from, closed_before: null } };
  });
  await saveCells(
    tx,
    userId,
    true,
    refreshed.map(({ cell }) => cell),
  );
  await saveCuts(
    tx,
    userId,
    month.from,
    refreshed.flatMap(({ account_id, own }) =>
      daysByCut(own).map((days) => ({ account_id, ...days })),
    ),
  );
}

async function readDays(
  tx: Db,
  userId: string,
  month: { from: number; to: number },
  accounts: readonly string[],
): Promise<KeptDay[]> {
  const ids = sql.join(accounts.map((id) => sql`${id}::uuid`));
  const { rows } = await sql<{ days: KeptDay[] }>`
    select coalesce(json_agg(json_build_object(
      'day', day, 'account_id', account_id, 'n', n, 'sums', ${SUMS_OF_CELL}, 'closed_before', closed_before,
      'symbols', symbols, 'volumes', volumes, 'profits', profits, 'slices', slices
    ) order by day), '[]') as days from trade_cells
    where user_id = ${userId}::uuid and not month and n > 0
      and day >= ${month.from} and day < ${month.to} and account_id in (${ids})
  `.execute(tx);
  return rows[0]?.days ?? [];
}

function keyOf({ account_id, day }: Spot): string {
  return `${day} ${account_id}`;
}

type ListedRow = [
  accountId: string,
  tradeTime: number,
  openedAt: number,
  closed: boolean,
  symbol: string,
  volume: number,
  profit: number,
  costs: number,
  initialRisk: number | null,
];

const COLUMNS = [
  sql`account_id`,
  ms('trade_time'),
  ms('opened_at'),
  sql`status = 'CLOSED'`,
  sql`symbol`,
  sql`(volume * 1000)::bigint`,
  sql`profit`,
  sql`commission + swap + fee`,
  sql`initial_risk`,
];

/** Reads what sums are made of. */
export async function readCellRows(
  db: Db,
  owner: Owner,
  range: TimeRange,
  narrow?: Narrow,
): Promise<(CellRow & { accountId: string })[]> {
  if (owner.accountIds.length === 0) return [];
  const listed = listOf(
    COLUMNS,
    sql`from trades where ${owned(owner, range)}
    ${narrow ? sql`and ${narrowed(idOf<UserId>(owner.userId), narrow)}` : sql``}`,
  );
  const { rows } = await sql<{ listed: ListedRow[] }>`select ${listed} as listed`.execute(db);
  return (rows[0]?.listed ?? []).map(toCellRow);
}

function toCellRow(row: ListedRow): CellRow & { accountId: string } {
  const [accountId, tradeTime, openedAt, closed, symbol, volume, profit, costs, initialRisk] = row;
  return { accountId, tradeTime, openedAt, closed, symbol, volume, profit, costs, initialRisk };
}

function ms(column: 'trade_time' | 'opened_at') {
  return sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}

/** The sums of an account's day, or of its month under the month's first day. */
export type KeptDay = Cell & {
  account_id: string;
  day: number;
  /** What was closed before each cut of the day; of days alone. */
  closed_before: number[] | null;
};

/** Writes sums over those that stand. What they are sums of is marked or locked by the caller. */
async function saveCells(
  tx: Db,
  userId: string,
  month: boolean,
  cells: readonly KeptDay[],
): Promise<void> {
  const listed = cells.map((cell) => ({
    ...cell,
    ...cell.sums,
    closed_before: cell.closed_before && `{${cell.closed_before.join()}}`,
  }));
  await sql`
    insert into trade_cells (
      user_id, month, day, account_id, stale, n, total, wins, losses, gross_profit, gross_loss,
      largest_win, largest_loss, costs, with_r, r_sum, closed_before, symbols, volumes, profits, slices
    )
    select ${userId}::uuid, ${month}::boolean, c.day, c.account_id, false, c.n, c.total, c.wins, c.losses,
      c."grossProfit", c."grossLoss", c."largestWin", c."largestLoss", c.costs, c."withR", c."rSum", c.closed_before::bigint[], c.symbols,
      c.volumes, c.profits, c.slices
    from json_to_recordset(${JSON.stringify(listed)}::json) as c(
      day integer, account_id uuid, n integer, total integer, wins integer, losses integer,
      "grossProfit" bigint, "grossLoss" bigint, "largestWin" bigint, "largestLoss" bigint, costs bigint, "withR" integer, "rSum" bigint,
      closed_before text, symbols json, volumes json, profits json, slices json
    )
    on conflict (user_id, month, day, account_id) do update set
      stale = false, n = excluded.n, total = excluded.total, wins = excluded.wins,
      losses = excluded.losses, gross_profit = excluded.gross_profit, gross_loss = excluded.gross_loss,
      largest_win = excluded.largest_win, largest_loss = excluded.largest_loss,
      costs = excluded.costs, with_r = excluded.with_r, r_sum = excluded.r_sum,
      closed_before = excluded.closed_before, symbols = excluded.symbols, volumes = excluded.volumes,
      profits = excluded.profits, slices = excluded.slices
  `.execute(tx);
}

/** Writes the days of a month by cuts. */
async function saveCuts(
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
