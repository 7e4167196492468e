import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import type { CellRow } from './cell.ts';
import { listOf, type Owner, owned } from './read-cells.ts';

type ListedRow = [
  accountId: string,
  tradeTime: number,
  openedAt: number,
  closed: boolean,
  symbol: string,
  volume: number,
  profit: number,
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
  sql`initial_risk`,
];

/** Reads what sums are made of. */
export async function readCellRows(
  db: Db,
  owner: Owner,
  range: TimeRange,
): Promise<(CellRow & { accountId: string })[]> {
  if (owner.accountIds.length === 0) return [];
  const listed = listOf(COLUMNS, sql`from trades where ${owned(owner, range)}`);
  const { rows } = await sql<{ listed: ListedRow[] }>`select ${listed} as listed`.execute(db);
  return (rows[0]?.listed ?? []).map(toCellRow);
}

function toCellRow(row: ListedRow): CellRow & { accountId: string } {
  const [accountId, tradeTime, openedAt, closed, symbol, volume, profit, initialRisk] = row;
  return { accountId, tradeTime, openedAt, closed, symbol, volume, profit, initialRisk };
}

function ms(column: 'trade_time' | 'opened_at') {
  return sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}
