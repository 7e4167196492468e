import type { AnyAccountType } from '@quorate/contract/fields';
import type { ExitReason, TradeResult } from '@quorate/contract/trade-filter';
import type { SortKey } from '@quorate/contract/trades';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db, Tables } from '../../db/tables.ts';
import type { TimeRange } from '../../http/period-range.ts';
import { SUMS_OF_TRADES, sumUp } from './rollups/read-sums.ts';

export type TradeFilter = {
  userId: UserId;
  range: TimeRange;
  accountType?: AnyAccountType | undefined;
  currency?: string | undefined;
  /** What kept sums know nothing of; undefined where all trades of the range and accounts are meant. */
  narrow?: Narrow | undefined;
};

/** What trades are found by beside their time and account. */
export type Narrow = Readonly<{
  symbol?: string | undefined;
  trade_type?: 'BUY' | 'SELL' | undefined;
  result?: TradeResult | undefined;
  exit_reason?: ExitReason | undefined;
  tag?: string | undefined;
  text?: string | undefined;
}>;

export type TradePage = {
  sortBy: SortKey;
  sortOrder: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** Of a query on trades, those that a filter lets through. */
export function filtered<O>(query: SelectQueryBuilder<Tables, 'trades', O>, filter: TradeFilter) {
  const { userId, range, accountType, currency, narrow } = filter;
  return query
    .where('trades.user_id', '=', userId)
    .$if(range.from !== null, (rows) => rows.where('trades.trade_time', '>=', range.from as Date))
    .$if(range.to !== null, (rows) => rows.where('trades.trade_time', '<', range.to as Date))
    .where((eb) =>
      accountType === undefined
        ? eb.or([eb('trades.account_type', '!=', 'practice'), hasPracticeAlone(userId)])
        : eb('trades.account_type', '=', accountType),
    )
    .$if(currency !== undefined, (rows) => rows.where('trades.currency', '=', currency as string))
    .$if(narrow !== undefined, (rows) => rows.where(narrowed(userId, narrow as Narrow)));
}

const RESULTS: Readonly<Record<TradeResult, RawBuilder<boolean>>> = {
  win: sql`(trades.status = 'CLOSED' and trades.profit > 0)`,
  loss: sql`(trades.status = 'CLOSED' and trades.profit < 0)`,
  break_even: sql`(trades.status = 'CLOSED' and trades.profit = 0)`,
};

/** A condition on trades. Whatever a text holds, it is looked for as it is: there are no patterns. */
export function narrowed(userId: UserId, narrow: Narrow): RawBuilder<boolean> {
  const { symbol, trade_type, result, exit_reason, tag, text } = narrow;
  const conditions: RawBuilder<boolean>[] = [];
  if (symbol !== undefined) conditions.push(sql`trades.symbol = ${symbol}`);
  if (trade_type !== undefined) conditions.push(sql`trades.trade_type = ${trade_type}`);
  if (result !== undefined) conditions.push(RESULTS[result]);
  if (exit_reason !== undefined) conditions.push(sql`trades.exit_reason = ${exit_reason}`);
  if (tag !== undefined) conditions.push(hasNote(userId, hasTag(tag)));
  if (text !== undefined)
    conditions.push(sql`(${isIn(text, sql`trades.position_ticket`)} or ${isIn(text, sql`trades.symbol`)}
      or ${hasNote(userId, saysText(text))})`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function hasNote(userId: UserId, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(trades.account_id, trades.position_ticket) in (
    select note.account_id, note.position_ticket from trade_notes as note
    where note.user_id = ${userId}::uuid and ${condition}
  )`;
}

function hasTag(tag: string): RawBuilder<boolean> {
  return sql`note.tags @> array[${tag}]::text[]`;
}

function saysText(text: string): RawBuilder<boolean> {
  return sql`(${isIn(text, sql`note.note`)} or ${isIn(text, sql`coalesce(note.setup, '')`)})`;
}

function isIn(text: string, column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`strpos(lower(${column}), lower(${text}::text)) > 0`;
}

const noteOf = (column: RawBuilder<unknown>) => sql`(
  select ${column} from trade_notes as note where note.user_id = trades.user_id
    and note.account_id = trades.account_id and note.position_ticket = trades.position_ticket
)`;

/** What lists are sorted by: numbers by size, texts by their letters alone, the same on every machine. */
export const SORTED: Readonly<Record<SortKey, RawBuilder<unknown>>> = {
  trade_time: sql`trades.trade_time`,
  symbol: text(sql`trades.symbol`),
  volume: sql`trades.volume`,
  profit: sql`trades.profit`,
  trade_type: text(sql`trades.trade_type`),
  price: sql`trades.open_price`,
  account_type: text(sql`trades.account_type`),
  status: text(sql`coalesce(trades.reported_status, trades.status)`),
  opened_at: sql`trades.opened_at`,
  closed_at: sql`trades.closed_at`,
  close_price: sql`trades.close_price`,
  duration: sql`extract(epoch from trades.closed_at - trades.opened_at)`,
  r: sql`case when trades.reported_status is null and trades.initial_risk > 0
    then trades.profit::float8 / trades.initial_risk end`,
  exit_reason: text(sql`trades.exit_reason`),
  tags: text(noteOf(sql`nullif(array_to_string(note.tags, ', '), '')`)),
  setup: text(noteOf(sql`note.setup`)),
  costs: sql`trades.commission + trades.swap + trades.fee`,
  best_excursion: sql`trades.best_excursion`,
  worst_excursion: sql`trades.worst_excursion`,
  account: text(sql`(
    select account.login || ' ' || account.server from trading_accounts as account
    where account.user_id = trades.user_id and account.id = trades.account_id
  )`),
};

function text(of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${of}) collate "C"`;
}

/** Results of a made-up market are shown by themselves, and unasked only to whoever has no others. */
export function hasPracticeAlone(userId: UserId) {
  return sql<boolean>`not exists (
    select from trading_accounts as other where other.user_id = ${userId}::uuid and other.account_type <> 'practice'
  )`;
}

/**
 * What is reported of a trade, and how it is stored: a new field is added here, to the contract and to the
 * table, and is stored, replaced and shown from then on.
 */
export const REPORTED = {
  symbol: 'text',
  trade_type: 'text',
  volume: 'numeric',
  digits: 'smallint',
  open_price: 'numeric',
  close_price: 'numeric',
  stop_loss: 'numeric',
  take_profit: 'numeric',
  opened_at: 'timestamptz',
  closed_at: 'timestamptz',
  status: 'text',
  reported_status: 'text',
  gross_profit: 'bigint',
  commission: 'bigint',
  swap: 'bigint',
  fee: 'bigint',
  profit: 'bigint',
  initial_risk: 'bigint',
  best_excursion: 'bigint',
  worst_excursion: 'bigint',
  exit_reason: 'text',
  decision_id: 'uuid',
  revision: 'integer',
} as const;

type Reported = keyof typeof REPORTED;

/** What a page shows of a trade, beside its times. */
export const TRADE_COLUMNS = [
  'account_id',
  'position_ticket',
  'corrections',
  'currency',
  'account_type',
  ...(Object.keys(REPORTED) as Reported[]).filter(
    (column): column is Exclude<Reported, 'opened_at' | 'closed_at' | 'revision'> =>
      !['opened_at', 'closed_at', 'revision'].includes(column),
  ),
] as const;

/** As text, in UTC: of hundreds of rows, making dates of it and text again would take a third of the time. */
export const TIME_COLUMNS = [
  utcText('opened_at').as('opened_text'),
  utcText('closed_at').as('closed_text'),
  utcText('trade_time').as('time_text'),
] as const;

function utcText<C extends 'opened_at' | 'closed_at' | 'trade_time'>(column: C) {
  type Text = C extends 'closed_at' ? string | null : string;
  return sql<Text>`(${sql.ref(`trades.${column}`)} at time zone 'UTC')::text`;
}

export type TradeRecord = Awaited<ReturnType<typeof findTrades>>[number];

/**
 * One page. What is not known comes last; trades that sort alike stand newest first, then by ticket, so that
 * pages never overlap.
 */
export function findTrades(db: Db, filter: TradeFilter, page: TradePage) {
  const isUsual = page.sortBy === 'trade_time' && filter.narrow === undefined;
  return (
    filtered(db.selectFrom('trades').select([...TRADE_COLUMNS, ...TIME_COLUMNS]), filter)
      // The order of nearly every page; a plan kept for each of the others would only fill the database's memory.
      .$if(isUsual, (rows) => rows.modifyFront(prepared))
      .orderBy(SORTED[page.sortBy], (order) => {
        const column = page.sortOrder === 'asc' ? order.asc() : order.desc();
        // A time is always known, and its index is in the order without that word.
        return page.sortBy === 'trade_time' ? column : column.nullsLast();
      })
      .$if(page.sortBy !== 'trade_time', (rows) => rows.orderBy('trade_time', 'desc'))
      .orderBy('position_ticket', page.sortBy === 'trade_time' ? page.sortOrder : 'desc')
      .orderBy('account_id', page.sortBy === 'trade_time' ? page.sortOrder : 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
  );
}

/** A trade by its key. */
export type TradeName = Readonly<{ account_id: string; position_ticket: string }>;

/** Trades by their keys, in the order of these. One that was deleted meanwhile is left out. */
export function findNamed(
  db: Db,
  userId: UserId,
  names: readonly TradeName[],
): Promise<TradeRecord[]> {
  if (names.length === 0) return Promise.resolve([]);
  return db
    .selectFrom(unnested(names))
    .innerJoin('trades', (join) =>
      join
        .on('trades.user_id', '=', userId)
        .onRef('trades.account_id', '=', 'named.account_id')
        .onRef('trades.position_ticket', '=', 'named.position_ticket'),
    )
    .select([...TRADE_COLUMNS.map((column) => `trades.${column}` as const), ...TIME_COLUMNS])
    .orderBy('named.place')
    .execute();
}

function unnested(names: readonly TradeName[]) {
  return sql<TradeName & { place: number }>`unnest(
    ${names.map((name) => name.account_id)}::uuid[], ${names.map((name) => name.position_ticket)}::text[]
  ) with ordinality`.as<'named'>(sql`named (account_id, position_ticket, place)`);
}

/** What owners wrote about trades, and which trade it is about. */
export type NoteRow = TradeName &
  Readonly<{ has_note: boolean; tags: string[]; setup: string | null }>;

const noteColumns = sql`note.account_id, note.position_ticket, note.note <> '' as has_note, note.tags, note.setup`;

/** Of the trades of a page. */
export async function findNotes(
  db: Db,
  userId: UserId,
  names: readonly TradeName[],
): Promise<NoteRow[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<NoteRow>`${prepared}
    select ${noteColumns} from ${unnested(names)}
    join trade_notes as note on note.user_id = ${userId}::uuid and note.account_id = named.account_id
      and note.position_ticket = named.position_ticket
  `.execute(db);
  return rows;
}

/** All of a user's that have a tag or say a text; without either, those with tags or a set-up. */
export async function findNotesBy(
  db: Db,
  userId: UserId,
  by: Readonly<{ tag: string } | { text: string } | { any: true }>,
): Promise<NoteRow[]> {
  const condition =
    'tag' in by
      ? hasTag(by.tag)
      : 'text' in by
        ? saysText(by.text)
        : sql<boolean>`(note.setup is not null or note.tags <> '{}')`;
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from trade_notes as note where note.user_id = ${userId}::uuid and ${condition}
  `.execute(db);
  return rows;
}

/** Server and login of each of the user's accounts. */
export async function findAccounts(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('trading_accounts')
    .modifyFront(prepared)
    .select(['id', 'server', 'login'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, server, login }) => [id, { server, login }]));
}

/** Counts trades and sums up the closed ones, exactly and by currency. */
export async function countTrades(db: Db, filter: TradeFilter) {
  return sumUp(
    await filtered(
      db
        .selectFrom('trades')
        .$if(filter.narrow === undefined, (rows) => rows.modifyFront(prepared))
        .select(({ fn }) => ['currency', fn.countAll<number>().as('n'), SUMS_OF_TRADES.as('sums')]),
      filter,
    )
      .groupBy('currency')
      .execute(),
  );
}

/** Of one account, of all time. */
export function countClosed(
  db: Db,
  { userId, accountId }: Readonly<{ userId: UserId; accountId: string }>,
): Promise<{ trades: number; wins: number }> {
  return db
    .selectFrom('trades')
    .modifyFront(prepared)
    .select(({ fn }) => [
      fn.countAll<number>().as('trades'),
      sql<number>`(count(*) filter (where profit > 0))::integer`.as('wins'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'CLOSED')
    .executeTakeFirstOrThrow();
}

/** Trades an account opened within a range; what is still open counts as well. */
export async function countOpenings(
  db: Db,
  owner: { userId: UserId; accountId: TradingAccountId },
  range: { from: Date; to: Date },
): Promise<number> {
  const row = await db
    .selectFrom('trades')
    .modifyFront(prepared)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', owner.userId)
    .where('account_id', '=', owner.accountId)
    .where('opened_at', '>=', range.from)
    .where('opened_at', '<', range.to)
    .executeTakeFirstOrThrow();
  return row.total;
}
