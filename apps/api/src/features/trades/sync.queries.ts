import type { TradeInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { CorrectionJson, Db, TradeFiguresJson } from '../../db/tables.ts';
import { REPORTED } from './trades.queries.ts';
import type { TradingAccount } from './trading-accounts.ts';

export type MoneyField = 'gross_profit' | 'commission' | 'swap' | 'fee' | 'profit';

/** One row as it goes into the database: money in minor units, the rest as it came. */
export type TradeRow = Omit<TradeInput, MoneyField | 'initial_risk' | 'status'> &
  Record<MoneyField, number> & {
    initial_risk: number | null;
    status: 'OPEN' | 'CLOSED';
    /** What its source says where that is neither. */
    reported_status: string | null;
  };

/** A closed trade that was stored with other figures: what it was, and what it is. */
export type Corrected = Readonly<{
  position_ticket: string;
  was: CorrectionJson;
  now: TradeFiguresJson;
}>;

export type Upserted = { created: number; updated: number; corrected: Corrected[] };

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

/**
 * Stores rows in one statement. A row that stands is replaced only by a higher revision, so that a batch
 * may come twice, late, in parallel or out of order. Only a change says where a row stood before.
 *
 * The transaction has named the account before (`ensureTradingAccount`), and so holds the user's lock.
 * Where the user's sums are kept, the days that the rows stood in and stand in now are marked; a mark
 * that is there already is locked, so that nobody sums the day up before this batch is stored. Trades are
 * locked first and marks after them, both in order, so that batches cannot block each other for good.
 */
export async function upsertTrades(
  db: Db,
  owner: { userId: UserId; account: TradingAccount; now: Date; importId: string | null },
  rows: readonly TradeRow[],
): Promise<Upserted> {
  const { userId, account, now, importId } = owner;
  const { rows: counted } = await sql<Upserted>`${prepared}
    with stored as (insert into trades (
      user_id, account_id, position_ticket, ${listed((name) => sql.ref(name))}, currency, account_type,
      rolled_up, import_id, created_at, updated_at
    )
    select
      ${userId}::uuid, ${account.id}::uuid, t.position_ticket, ${listed((name) => sql.ref(`t.${name}`))},
      a.currency, a.account_type, exists (select from rolled_up_users where user_id = ${userId}::uuid),
      ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(
      position_ticket text, ${listed((name, type) => sql`${sql.ref(name)} ${sql.raw(type)}`)}
    )
    join trading_accounts a on a.user_id = ${userId}::uuid and a.id = ${account.id}::uuid
    order by t.position_ticket
    on conflict (user_id, account_id, position_ticket) do update set
      ${listed((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)},
      corrections = ${CORRECTIONS}, moved_from = trades.trade_time, rolled_up = excluded.rolled_up,
      import_id = excluded.import_id, updated_at = excluded.updated_at
    where excluded.revision > trades.revision
    returning moved_from is null as created, trade_time, moved_from, position_ticket, revision,
      corrections -> -1 as was, case when corrections is not null then ${figuresOf('trades')} end as now
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
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated,
      coalesce(
        jsonb_agg(jsonb_build_object('position_ticket', position_ticket, 'was', was, 'now', now) order by position_ticket)
          filter (where not created and (was ->> 'replaced_by')::integer = revision),
        '[]'
      ) as corrected
    from stored
  `.execute(db);
  return counted[0] ?? { created: 0, updated: 0, corrected: [] };
}

/** Which of these decisions are another account's, each with that account as a person knows it. */
export async function findDecisionsElsewhere(
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
