import type { ShownAccount, TradeInput } from '@quorate/contract/trade-sync';
import { unitsFromNumber } from '@quorate/values/decimal';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import { priceFromNumber } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../../db/in-transaction.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { validationError } from '../../http/app-error.ts';
import type { Announcer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import { appendEvents, type RecordEvent } from '../records/append-events.ts';
import {
  type Corrected,
  correctionEvent,
  manyTradesEvent,
  type TradeBefore,
  tradeEvent,
} from './record-events.ts';
import { tendSums } from './rollups/book.ts';
import { REPORTED } from './trades.queries.ts';
import { ensureTradingAccount, type TradingAccount } from './trading-accounts.ts';

type SyncResult = {
  account_id: TradingAccountId;
  created: number;
  updated: number;
  unchanged: number;
};

export type SyncDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Notifies open dashboards, in the transaction that stores the trades. */
  announce: Announcer['announce'];
}>;

/** An import that stores a batch in the place of a bot. */
type ImportOrigin = Readonly<{
  importId: string;
  /** Told how many trades are new, in the transaction that stores them. */
  noteCreated(tx: Db, created: number): Promise<void>;
}>;

/**
 * Stores a batch of trades, all of it or nothing. When this returns, the rows are on disk; sending the
 * batch again is answered with `unchanged`.
 *
 * @throws AppError validation_failed or account_mismatch
 */
export async function syncTrades(
  { db, clock, announce }: SyncDeps,
  userId: UserId,
  batch: { account: ShownAccount; trades: readonly TradeInput[] },
  origin?: ImportOrigin,
): Promise<SyncResult> {
  const rows = toTradeRows(batch.account, batch.trades);
  const result = await inTransaction(db, async (tx) => {
    const account = await ensureTradingAccount({ db: tx, clock }, userId, batch.account);
    await expectOwnDecisions(tx, userId, account, batch.trades);
    const now = new Date(clock.now());
    const importId = origin?.importId ?? null;
    const owner = { userId, account, now, importId };
    const stored = await upsertTrades(tx, owner, rows);
    const { created, updated } = stored;
    if (created > 0) await origin?.noteCreated(tx, created);
    if (created + updated > 0) await announce(tx, userId, 'trades');
    await appendEvents(tx, eventsOf(owner, rows, stored));
    return {
      account_id: account.id,
      created,
      updated,
      unchanged: batch.trades.length - created - updated,
    };
  });
  if (result.created + result.updated > 0 && rows.some(looksAfterSums))
    await tendSums({ db, clock }, userId).catch(ignore);
  return result;
}

/**
 * What was decided for one account is traded on it: a decision on past candles of a paper account makes no
 * trade of a broker's.
 *
 * @throws AppError validation_failed naming each trade with a decision of another account
 */
async function expectOwnDecisions(
  db: Db,
  userId: UserId,
  account: TradingAccount,
  trades: readonly TradeInput[],
): Promise<void> {
  const named = trades.flatMap(({ decision_id }) => decision_id ?? []);
  if (named.length === 0) return;
  const foreign = await findDecisionsElsewhere(db, userId, account.id, named);
  const faults = trades.flatMap(({ decision_id }, index) => {
    const place = decision_id === null ? undefined : foreign.get(decision_id);
    if (place === undefined) return [];
    const message = `is a decision of account ${place}; a trade may only name one of its own account`;
    return [{ field: `trades.${index}.decision_id`, message }];
  });
  if (faults.length > 0) throw validationError(faults);
}

/**
 * About one ticket in five thousand, the same ones wherever the batch arrives: whoever stores it looks
 * after the user's sums, so that nobody counts at every batch.
 */
function looksAfterSums({ position_ticket }: { position_ticket: string }): boolean {
  let hash = 0;
  for (const letter of position_ticket) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % 4_999 === 0;
}

/** The trades are stored: what is left to be summed up is done by the next read. */
function ignore(): void {}

const PRICE_FIELDS = ['open_price', 'close_price', 'stop_loss', 'take_profit'] as const;
const VOLUME_DIGITS = 3;

/**
 * Checks what a schema cannot: that prices sit on points, money on minor units, and that the parts of
 * the profit add up to it.
 *
 * @throws AppError validation_failed naming every field, `trades.3.profit` for the fourth trade
 */
function toTradeRows(account: ShownAccount, trades: readonly TradeInput[]): TradeRow[] {
  const currency = currencyOf(account.currency);
  const faults: { field: string; message: string }[] = [];
  const rows = trades.map((trade, index) => {
    const check = <T>(field: string, read: () => T): T | null => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        faults.push({ field: `trades.${index}.${field}`, message: error.message });
        return null;
      }
    };
    for (const field of PRICE_FIELDS) {
      const value = trade[field];
      if (value !== null) check(field, () => priceFromNumber(value, trade.digits));
    }
    check('volume', () => unitsFromNumber(trade.volume, VOLUME_DIGITS));
    const minor = (field: MoneyField) =>
      check(field, () => moneyFromNumber(trade[field], currency).minor) ?? 0;
    const [gross_profit, commission, swap, fee, profit] = [
      minor('gross_profit'),
      minor('commission'),
      minor('swap'),
      minor('fee'),
      minor('profit'),
    ];
    const sum = gross_profit + commission + swap + fee;
    if (sum !== profit) {
      faults.push({
        field: `trades.${index}.profit`,
        message: `is ${profit} minor units, but gross_profit + commission + swap + fee is ${sum}`,
      });
    }
    const risk = trade.initial_risk;
    const initial_risk =
      risk === null ? null : check('initial_risk', () => moneyFromNumber(risk, currency).minor);
    const excursion = (field: ExcursionField) => {
      const amount = trade[field] ?? null;
      return amount === null ? null : check(field, () => moneyFromNumber(amount, currency).minor);
    };
    return {
      ...trade,
      ...statusOf(trade.status),
      gross_profit,
      commission,
      swap,
      fee,
      profit,
      initial_risk,
      best_excursion: excursion('best_excursion'),
      worst_excursion: excursion('worst_excursion'),
      exit_reason: trade.status === 'CLOSED' ? (trade.exit_reason ?? null) : null,
    };
  });
  if (faults.length > 0) throw validationError(faults);
  return newestRevisions(rows);
}

function statusOf(reported: string): Pick<TradeRow, 'status' | 'reported_status'> {
  if (reported === 'OPEN' || reported === 'CLOSED')
    return { status: reported, reported_status: null };
  return { status: 'OPEN', reported_status: reported };
}

/**
 * One row a ticket, the highest revision of each: a statement may touch a row only once. Sorted, so that
 * batches that run in parallel lock rows in one order and cannot deadlock.
 */
function newestRevisions(rows: readonly TradeRow[]): TradeRow[] {
  const newest = new Map<string, TradeRow>();
  for (const row of rows) {
    const known = newest.get(row.position_ticket);
    if (!known || row.revision > known.revision) newest.set(row.position_ticket, row);
  }
  return [...newest.values()].sort((a, b) => (a.position_ticket < b.position_ticket ? -1 : 1));
}

type Origin = Readonly<{
  userId: UserId;
  account: TradingAccount;
  now: Date;
  importId: string | null;
}>;

/** More trades in one batch are no news but a history, and stand in one entry. */
const TRADES_ALONE = 20;

/** What the record tells of a batch: a trade that a bot tells in an entry of its own, uploads and histories in one. */
function eventsOf(
  { userId, account, now: at, importId }: Origin,
  rows: readonly TradeRow[],
  { changed, corrected }: Upserted,
): RecordEvent[] {
  const owner = { userId, subjectId: account.id, at };
  const before = new Map(changed.map((each) => [each.position_ticket, each.before]));
  const told = rows.filter(({ position_ticket: ticket }) => before.has(ticket));
  const isCorrected = new Set(corrected.map(({ position_ticket: ticket }) => ticket));
  const events = corrected.map((each) => correctionEvent(owner, account.currency, each));
  const others = told.filter(({ position_ticket: ticket }) => !isCorrected.has(ticket));
  if (others.length === 0) return events;
  if (importId !== null || others.length > TRADES_ALONE)
    return [manyTradesEvent(owner, importId, account.currency, others), ...events];
  for (const row of others) {
    const event = tradeEvent(owner, account.currency, row, before.get(row.position_ticket) ?? null);
    if (event) events.push(event);
  }
  return events;
}

type ExcursionField = 'best_excursion' | 'worst_excursion';
type MoneyField = 'gross_profit' | 'commission' | 'swap' | 'fee' | 'profit';

/** One row as it goes into the database: money in minor units, the rest as it came. */
type TradeRow = Omit<TradeInput, MoneyField | ExcursionField | 'initial_risk' | 'status'> &
  Record<MoneyField, number> &
  Record<ExcursionField, number | null> & {
    initial_risk: number | null;
    status: 'OPEN' | 'CLOSED';
    /** What its source says where that is neither. */
    reported_status: string | null;
  };

/** A row that was new or changed, with what was known of it until then; null: nothing. */
type Changed = Readonly<{ position_ticket: string; before: TradeBefore }>;

type Upserted = {
  created: number;
  updated: number;
  changed: readonly Changed[];
  corrected: readonly Corrected[];
};

/** Corrections that a trade keeps: its first figures and the latest; the ledger has all. */
const CORRECTIONS_MAX = 20;

/** Every reported column, as a list of a statement. */
function listed(column: (name: string, type: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(Object.entries(REPORTED).map(([name, type]) => column(name, type)));
}

/** A trade's figures as JSON. @param row the row of the statement that has them */
function figuresOf(row: 'trades' | 'excluded') {
  const of = (name: string) => sql`${sql.lit(name)}, ${sql.ref(`${row}.${name}`)}`;
  const time = (name: string) => sql`${sql.lit(name)}, to_char(
    ${sql.ref(`${row}.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  )`;
  return sql`jsonb_build_object(${sql.join([
    ...['symbol', 'trade_type', 'volume', 'open_price', 'close_price'].map(of),
    ...['opened_at', 'closed_at'].map(time),
    sql`'status', coalesce(${sql.ref(`${row}.reported_status`)}, ${sql.ref(`${row}.status`)})`,
    ...['gross_profit', 'commission', 'swap', 'fee', 'profit', 'initial_risk', 'decision_id'].map(
      of,
    ),
  ])})`;
}

/** What the trade has been, and what it is until now where that is a closed trade with other figures. */
const CORRECTIONS = sql`case
  when trades.status = 'CLOSED' and ${figuresOf('trades')} is distinct from ${figuresOf('excluded')} then
    case when jsonb_array_length(trades.corrections) >= ${sql.lit(CORRECTIONS_MAX)} then trades.corrections - 1
      else coalesce(trades.corrections, '[]'::jsonb) end
    || jsonb_build_array(${figuresOf('trades')} || jsonb_build_object(
      'at', to_char(excluded.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'revision', trades.revision, 'replaced_by', excluded.revision
    ))
  else trades.corrections
end`;

function reasonsOf(rows: readonly TradeRow[]) {
  return rows.flatMap(({ position_ticket, revision, exit_reason }) =>
    exit_reason ? [{ position_ticket, revision, exit_reason }] : [],
  );
}

/** What a report writes over a row; one that does not say why the trade was closed takes nothing away. */
function overwritten(name: string): RawBuilder<unknown> {
  const now = sql.ref(`excluded.${name}`);
  if (name !== 'exit_reason') return sql`${sql.ref(name)} = ${now}`;
  return sql`exit_reason = case when excluded.status = 'CLOSED' then coalesce(${now}, trades.exit_reason) end`;
}

/**
 * Stores rows in one statement. A row that stands is replaced only by a higher revision, so that a batch
 * may come twice, late, in parallel or out of order. Only a change says where a row stood before. A report of the
 * same revision that says why the trade was closed adds that alone: bots of before and old imports did not know it.
 *
 * The transaction has named the account before (`ensureTradingAccount`), and so holds the user's lock.
 * Where the user's sums are kept, the days that the rows stood in and stand in now are marked; a mark
 * that is there already is locked, so that nobody sums the day up before this batch is stored. Trades are
 * locked first and marks after them, both in order, so that batches cannot block each other for good.
 */
async function upsertTrades(db: Db, owner: Origin, rows: readonly TradeRow[]): Promise<Upserted> {
  const { userId, account, now, importId } = owner;
  const tickets = rows.map((row) => row.position_ticket);
  const { rows: counted } = await sql<Upserted>`${prepared}
    with reported as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as t(
        position_ticket text, ${listed((name, type) => sql`${sql.ref(name)} ${sql.raw(type)}`)}
      )
    ), before as materialized (
      select trades.position_ticket, trades.status, trades.reported_status, trades.stop_loss, trades.take_profit,
        trades.volume, trades.open_price
      from trades
      where trades.user_id = ${userId}::uuid and trades.account_id = ${account.id}::uuid
        and trades.position_ticket = any(${tickets}::text[])
      order by trades.position_ticket for update
    ), stored as (insert into trades (
      user_id, account_id, position_ticket, ${listed((name) => sql.ref(name))}, currency, account_type,
      rolled_up, import_id, created_at, updated_at
    )
    select
      ${userId}::uuid, ${account.id}::uuid, t.position_ticket, ${listed((name) => sql.ref(`t.${name}`))},
      a.currency, a.account_type, exists (select from rolled_up_users where user_id = ${userId}::uuid),
      ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from reported as t
    left join before on before.position_ticket = t.position_ticket
    join trading_accounts a on a.user_id = ${userId}::uuid and a.id = ${account.id}::uuid
    order by t.position_ticket
    on conflict (user_id, account_id, position_ticket) do update set
      ${listed(overwritten)},
      corrections = ${CORRECTIONS}, moved_from = trades.trade_time, rolled_up = excluded.rolled_up,
      import_id = excluded.import_id, updated_at = excluded.updated_at
    where excluded.revision > trades.revision
    returning moved_from is null as created, trade_time, moved_from, position_ticket, revision,
      corrections -> -1 as was, case when corrections is not null then ${figuresOf('trades')} end as now
    ), explained as (
      update trades set exit_reason = t.exit_reason, updated_at = ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(reasonsOf(rows))}::json) as t(
        position_ticket text, revision integer, exit_reason text
      )
      where trades.user_id = ${userId}::uuid and trades.account_id = ${account.id}::uuid
        and trades.position_ticket = t.position_ticket and trades.revision = t.revision
        -- Or a plan reads all trades of the account, for which it expects one.
        and trades.position_ticket = any(${tickets}::text[])
        and trades.status = 'CLOSED' and trades.exit_reason is null
      returning 1
    ), touched as (
      select distinct floor(extract(epoch from moment) / 86400)::integer as day
      from (select trade_time as moment from stored union all select moved_from from stored) moments
      where moment is not null and exists (select from rolled_up_users where user_id = ${userId}::uuid)
    ), marked as (
      insert into trade_cells (user_id, month, day, account_id, stale)
      select ${userId}::uuid, false, day, ${account.id}::uuid, true from touched order by day
      on conflict (user_id, month, day, account_id) do update set stale = true
      where not trade_cells.stale
    )
    select count(*) filter (where created) as created,
      count(*) filter (where not created) + (select count(*) from explained) as updated,
      coalesce(jsonb_agg(jsonb_build_object('position_ticket', position_ticket, 'before', (
        select to_jsonb(before) from before where before.position_ticket = stored.position_ticket
      )) order by position_ticket), '[]') as changed,
      coalesce(
        jsonb_agg(jsonb_build_object('position_ticket', position_ticket, 'was', was, 'now', now) order by position_ticket)
          filter (where not created and (was ->> 'replaced_by')::integer = revision),
        '[]'
      ) as corrected
    from stored
  `.execute(db);
  return counted[0] ?? { created: 0, updated: 0, changed: [], corrected: [] };
}

/** Which of these decisions are another account's, each with that account as a person knows it. */
async function findDecisionsElsewhere(
  db: Db,
  userId: UserId,
  accountId: TradingAccountId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; place: string }>`${prepared}
    select decided.id::text as id, account.login || ' at ' || account.server as place
    from decisions decided
    join trading_accounts account on account.user_id = decided.user_id and account.id = decided.account_id
    where decided.user_id = ${userId}::uuid and decided.id = any(${[...ids]}::uuid[])
      and decided.account_id <> ${accountId}::uuid
  `.execute(db);
  return new Map(rows.map(({ id, place }) => [id, place]));
}
