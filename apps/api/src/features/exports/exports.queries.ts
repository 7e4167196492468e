import type { SORT_KEYS } from '@quorate/contract/trades';
import type { UserId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import type { Read } from '../../db/reads.ts';
import type { Db, TradesTable } from '../../db/tables.ts';
import { TRADE_COLUMNS } from '../trades/trade-columns.ts';
import { filtered, type TradeFilter } from '../trades/trades.queries.ts';

export type Sorting = Readonly<{ sortBy: (typeof SORT_KEYS)[number]; sortOrder: 'asc' | 'desc' }>;

/** The embedded database takes some milliseconds for so many, between which other calls are answered. */
const PAGE_ROWS = 100;

const COLUMNS = [
  ...TRADE_COLUMNS.map(({ name }) => name),
  'account_id',
  'trade_time',
  'digits',
  'reported_status',
] as const;

export type ExportedTrade = Pick<Selectable<TradesTable>, (typeof COLUMNS)[number]>;

/**
 * The trades a filter selects, in the order of the trade history, a page at a time. By time each page begins
 * after the last one's place in the index; for any other order the caller keeps the number in bounds, and
 * all of them are read before the first is given: sorting them for every page would hold up everybody.
 */
export async function* readTrades(
  read: Read,
  selection: TradeFilter,
  { sortBy, sortOrder }: Sorting,
): AsyncGenerator<ExportedTrade[]> {
  if (sortBy === 'trade_time') {
    yield* readByTime(read, selection, sortOrder);
    return;
  }
  const rows: ExportedTrade[] = [];
  for await (const page of readByTime(read, selection, 'desc')) rows.push(...page);
  // Rows that sort alike stay as they were read, newest first.
  const sign = sortOrder === 'asc' ? 1 : -1;
  rows.sort((a, b) => sign * compare(sortBy, a, b));
  for (let at = 0; at < rows.length; at += PAGE_ROWS) yield rows.slice(at, at + PAGE_ROWS);
}

/** By their letters alone, or by size. */
function compare(
  sortBy: 'symbol' | 'volume' | 'profit',
  a: ExportedTrade,
  b: ExportedTrade,
): number {
  if (sortBy === 'symbol') return Number(a.symbol > b.symbol) - Number(a.symbol < b.symbol);
  return Number(a[sortBy]) - Number(b[sortBy]);
}

async function* readByTime(
  read: Read,
  selection: TradeFilter,
  order: Sorting['sortOrder'],
): AsyncGenerator<ExportedTrade[]> {
  let last: ExportedTrade | undefined;
  for (;;) {
    const behind = last;
    const rows = await read((db) => findPage(db, selection, order, behind));
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
  }
}

function findPage(
  db: Db,
  selection: TradeFilter,
  order: Sorting['sortOrder'],
  last: ExportedTrade | undefined,
): Promise<ExportedTrade[]> {
  return filtered(db.selectFrom('trades').select(COLUMNS), selection)
    .$if(last !== undefined, (rows) => rows.where(after(order, last as ExportedTrade)))
    .orderBy('trade_time', order)
    .orderBy('position_ticket', order)
    .orderBy('account_id', order)
    .limit(PAGE_ROWS)
    .execute();
}

/** What comes behind a row, in the order of the index. */
function after(order: Sorting['sortOrder'], last: ExportedTrade) {
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  return sql<boolean>`(trade_time, position_ticket, account_id) ${beyond}
    (${last.trade_time}::timestamptz, ${last.position_ticket}, ${last.account_id}::uuid)`;
}

export async function countSelected(db: Db, selection: TradeFilter): Promise<number> {
  const row = await filtered(
    db.selectFrom('trades').select(({ fn }) => fn.countAll<number>().as('total')),
    selection,
  ).executeTakeFirstOrThrow();
  return row.total;
}

/** Server and login of each of the user's accounts. */
export async function findAccounts(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('trading_accounts')
    .select(['id', 'server', 'login'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, server, login }) => [id, { server, login }]));
}
