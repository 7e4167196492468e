import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import { type JournalTrade, journalTrade, type listJournal } from '@quorate/contract/journal';
import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { databaseZone } from '../../db/database-zone.ts';
import type { Db } from '../../db/tables.ts';
import { offsetOf, paginate } from '../../http/paging.ts';
import { findProvenances, tradeNameOf } from '../trades/provenance.queries.ts';
import { figuresOf } from '../trades/trade-columns.ts';
import { TRADE_COLUMNS } from '../trades/trades.queries.ts';
import { toEntry } from './entries.service.ts';
import { listPicturesOf, toPicture } from './pictures/pictures.queries.ts';
import { spellingsOf } from './tags.service.ts';

type Query = HandlerInput<typeof listJournal>['query'];

type Row = Readonly<{
  /** null for an entry about the day itself. */
  account_id: string | null;
  position_ticket: string | null;
  shown_day: string;
  note: string;
  tags: string[];
  setup: string | null;
  updated_at: Date | null;
  total: number;
}>;

/** A page of what was written about trades and days, by the viewer's days, the newest first. */
export async function readFeed(
  db: Db,
  userId: UserId,
  query: Query,
): Promise<Omit<Reply<typeof listJournal>, 'success'>> {
  const filters = await filtersOf(db, userId, query);
  if (filters === null) return { items: [], pagination: paginate(query, 0) };
  const rows = await readRows(db, userId, query, filters);
  const total = rows[0]?.total ?? (await countRows(db, userId, query, filters));
  const trades = await findTrades(db, userId, rows);
  const pictures = await listPicturesOf(db, userId, {
    trades: rows.flatMap(({ account_id, position_ticket }) =>
      account_id && position_ticket ? { account_id, position_ticket } : [],
    ),
    days: rows.flatMap((row) => (row.account_id === null ? row.shown_day : [])),
  });
  const items = rows.flatMap((row) => {
    const { account_id, position_ticket, shown_day: day, updated_at } = row;
    const isDay = account_id === null;
    const trade = isDay ? null : trades.get(`${account_id} ${position_ticket}`);
    // One that was deleted meanwhile is left out.
    if (trade === undefined) return [];
    const own = pictures.filter((each) =>
      isDay
        ? each.day === day
        : each.account_id === account_id && each.position_ticket === position_ticket,
    );
    const entry = updated_at
      ? toEntry({ ...row, updated_at })
      : { note: '', tags: [], setup: null, updated_at: null };
    return { day, trade, entry, pictures: own.map(toPicture) };
  });
  return { items, pagination: paginate(query, total) };
}

/** @returns null where no entry has the tag or set-up that is asked for */
async function filtersOf(
  db: Db,
  userId: UserId,
  { tag, setup, text }: Query,
): Promise<RawBuilder<boolean> | null> {
  const all: RawBuilder<boolean>[] = [sql<boolean>`true`];
  for (const [kind, name] of [
    ['tag', tag],
    ['setup', setup],
  ] as const) {
    if (name === undefined) continue;
    const spellings = await spellingsOf(db, userId, kind, name);
    if (spellings.length === 0) return null;
    const wanted = sql`array(select jsonb_array_elements_text(${JSON.stringify(spellings)}::jsonb))`;
    all.push(kind === 'tag' ? sql`tags && ${wanted}` : sql`setup = any(${wanted})`);
  }
  if (text)
    // No pattern: what is typed has no signs of its own.
    all.push(sql<boolean>`position(lower(${text}) in lower(
      concat_ws(' ', note, array_to_string(tags, ' '), setup, symbol, position_ticket)
    )) > 0`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Entries, and what has pictures alone, each with its trade. */
function placedEntries(userId: UserId, { time_zone }: Query): RawBuilder<unknown> {
  return sql`
    with entries as (
      select account_id, position_ticket, null::text as day, note, tags, setup, updated_at
      from trade_notes where user_id = ${userId}::uuid
      union all
      select null, null, day, note, tags, null, updated_at
      from day_notes where user_id = ${userId}::uuid
      union all
      select distinct account_id, position_ticket, day, '', '{}'::text[], null, null::timestamptz
      from journal_pictures as own
      where user_id = ${userId}::uuid
        and not exists (
          select from trade_notes where user_id = ${userId}::uuid
            and account_id = own.account_id and position_ticket = own.position_ticket
        )
        and not exists (
          select from day_notes where user_id = ${userId}::uuid and day = own.day
        )
    ), placed as (
      select entries.*, trades.trade_time, trades.symbol, coalesce(
        entries.day, (trades.trade_time at time zone ${databaseZone(time_zone)}::text)::date::text
      ) as shown_day
      from entries left join trades on trades.user_id = ${userId}::uuid
        and trades.account_id = entries.account_id
        and trades.position_ticket = entries.position_ticket
      where entries.day is not null or trades.position_ticket is not null
    )`;
}

async function readRows(
  db: Db,
  userId: UserId,
  query: Query,
  filters: RawBuilder<boolean>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${placedEntries(userId, query)}
    select account_id, position_ticket, shown_day, note, tags, setup, updated_at,
      (count(*) over ())::integer as total
    from placed where ${filters}
    order by shown_day desc, account_id is null desc, trade_time desc, position_ticket desc, account_id
    limit ${query.per_page} offset ${offsetOf(query)}
  `.execute(db);
  return rows;
}

/** For a page behind the last one, whose rows cannot say it. */
async function countRows(
  db: Db,
  userId: UserId,
  query: Query,
  filters: RawBuilder<boolean>,
): Promise<number> {
  if (query.page === 1) return 0;
  const { rows } = await sql<{ total: number }>`
    ${placedEntries(userId, query)}
    select count(*)::integer as total from placed where ${filters}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

async function findTrades(
  db: Db,
  userId: UserId,
  rows: readonly Row[],
): Promise<Map<string, JournalTrade>> {
  const accounts = rows.flatMap((row) => row.account_id ?? []);
  const tickets = rows.flatMap((row) => row.position_ticket ?? []);
  if (tickets.length === 0) return new Map();
  const found = await db
    .selectFrom('trades')
    .select([...TRADE_COLUMNS, 'opened_at', 'closed_at', 'trade_time'])
    .where('user_id', '=', userId)
    .where('account_id', 'in', [...new Set(accounts)])
    .where('position_ticket', 'in', [...new Set(tickets)])
    .execute();
  const provenances = await findProvenances(db, userId, found);
  return new Map(
    found.flatMap((row) => {
      const name = tradeNameOf(row);
      const provenance = provenances.get(name);
      if (!provenance) return [];
      const trade = journalTrade.parse({
        ...row,
        ...figuresOf(row),
        provenance,
        opened_at: row.opened_at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
        trade_time: row.trade_time.toISOString(),
      });
      return [[name, trade] as const];
    }),
  );
}
