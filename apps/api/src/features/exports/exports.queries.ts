import type { SortKey } from '@quorate/contract/trades';
import type { Provenance } from '@quorate/trading/market/provenance';
import type { UserId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import type { Read } from '../../db/reads.ts';
import type { Db, TradesTable } from '../../db/tables.ts';
import { findProvenances, tradeNameOf } from '../trades/provenance.queries.ts';
import { TRADE_COLUMNS } from '../trades/trade-columns.ts';
import { filtered, SORTED, type TradeFilter } from '../trades/trades.queries.ts';

export type Sorting = Readonly<{ sortBy: SortKey; sortOrder: 'asc' | 'desc' }>;

/** The embedded database takes some milliseconds for so many, between which other calls are answered. */
const PAGE_ROWS = 100;

const COLUMNS = [
  ...TRADE_COLUMNS.map(({ name }) => name),
  'account_id',
  'trade_time',
  'digits',
  'reported_status',
] as const;

export type ExportedTrade = Pick<Selectable<TradesTable>, (typeof COLUMNS)[number]> & {
  /** What it is sorted by where that is not its time; null where that is not known. */
  sort_key?: Date | string | number | null;
};

/** Empty of a trade that was deleted since its page was read. */
export type TradeInFile = ExportedTrade & Readonly<{ provenance: Provenance | '' }>;

/** The trades of pages, each with where its figures come from. */
export async function* withProvenance(
  read: Read,
  userId: UserId,
  pages: AsyncIterable<readonly ExportedTrade[]>,
): AsyncGenerator<TradeInFile[]> {
  for await (const rows of pages) {
    const found = await read((db) => findProvenances(db, userId, rows));
    yield rows.map((row) => ({ ...row, provenance: found.get(tradeNameOf(row)) ?? '' }));
  }
}

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
  for await (const page of readByTime(read, selection, 'desc', sortBy)) rows.push(...page);
  // Rows that sort alike stay as they were read, newest first.
  const sign = sortOrder === 'asc' ? 1 : -1;
  const isText = TEXT_SORTS.has(sortBy);
  rows.sort(({ sort_key: a = null }, { sort_key: b = null }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (isText ? Number(a > b) - Number(a < b) : Number(a) - Number(b));
  });
  for (let at = 0; at < rows.length; at += PAGE_ROWS) yield rows.slice(at, at + PAGE_ROWS);
}

/** By their letters alone; all others by size. */
const TEXT_SORTS: ReadonlySet<SortKey> = new Set([
  'symbol',
  'trade_type',
  'account_type',
  'status',
  'exit_reason',
  'tags',
  'setup',
  'account',
]);

async function* readByTime(
  read: Read,
  selection: TradeFilter,
  order: Sorting['sortOrder'],
  sortBy?: SortKey,
): AsyncGenerator<ExportedTrade[]> {
  let last: ExportedTrade | undefined;
  for (;;) {
    const behind = last;
    const rows = await read((db) => findPage(db, selection, { order, sortBy, last: behind }));
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
  }
}

type Page = {
  order: Sorting['sortOrder'];
  sortBy: SortKey | undefined;
  last: ExportedTrade | undefined;
};

function findPage(
  db: Db,
  selection: TradeFilter,
  { order, sortBy, last }: Page,
): Promise<ExportedTrade[]> {
  return filtered(db.selectFrom('trades').select(COLUMNS), selection)
    .$if(sortBy !== undefined, (rows) =>
      rows.select(sql<Date | string | number | null>`${SORTED[sortBy as SortKey]}`.as('sort_key')),
    )
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
