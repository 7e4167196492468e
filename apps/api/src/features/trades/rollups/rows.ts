import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../period-range.ts';
import type { CellRow } from './cell.ts';
import { listOf, type Owner, owned } from './read-cells.ts';

export type ListedRow = [
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

/** What sums are made of, of all these ranges, as one JSON list. */
export function listedRows(owner: Owner, ranges: readonly TimeRange[]): RawBuilder<unknown> {
  if (ranges.length === 0) return sql`'[]'::json`;
  const each = ranges.map((range) => sql`select * from trades where ${owned(owner, range)}`);
  return listOf(COLUMNS, sql`from (${sql.join(each, sql` union all `)}) chosen`);
}

/** Reads what sums are made of. */
export async function readCellRows(
  db: Db,
  owner: Owner,
  range: TimeRange,
): Promise<(CellRow & { accountId: string })[]> {
  if (owner.accountIds.length === 0) return [];
  const listed = listedRows(owner, [range]);
  const { rows } = await sql<{ listed: ListedRow[] }>`select ${listed} as listed`.execute(db);
  return (rows[0]?.listed ?? []).map(toCellRow);
}

export function toCellRow(row: ListedRow): CellRow & { accountId: string } {
  const [accountId, tradeTime, openedAt, closed, symbol, volume, profit, initialRisk] = row;
  return { accountId, tradeTime, openedAt, closed, symbol, volume, profit, initialRisk };
}

function ms(column: 'trade_time' | 'opened_at') {
  return sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}
