import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { TradeRow } from './trade-row.ts';
import type { TradingAccount } from './trading-accounts.ts';

export type UpsertCounts = { created: number; updated: number };

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
): Promise<UpsertCounts> {
  const { userId, account, now, importId } = owner;
  const { rows: counted } = await sql<UpsertCounts>`${prepared}
    with stored as (insert into trades (
      user_id, account_id, position_ticket, symbol, trade_type, volume, digits, open_price, close_price,
      stop_loss, take_profit, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit,
      initial_risk, currency, account_type, decision_id, revision, rolled_up, import_id,
      created_at, updated_at
    )
    select
      ${userId}::uuid, ${account.id}::uuid, t.position_ticket, t.symbol, t.trade_type, t.volume, t.digits,
      t.open_price, t.close_price, t.stop_loss, t.take_profit, t.opened_at, t.closed_at, t.status,
      t.gross_profit, t.commission, t.swap, t.fee, t.profit, t.initial_risk, a.currency, a.account_type,
      t.decision_id, t.revision, exists (select from rolled_up_users where user_id = ${userId}::uuid),
      ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(
      position_ticket text, symbol text, trade_type text, volume numeric, digits smallint,
      open_price numeric, close_price numeric, stop_loss numeric, take_profit numeric,
      opened_at timestamptz, closed_at timestamptz, status text, gross_profit bigint, commission bigint,
      swap bigint, fee bigint, profit bigint, initial_risk bigint, decision_id uuid, revision integer
    )
    join trading_accounts a on a.user_id = ${userId}::uuid and a.id = ${account.id}::uuid
    order by t.position_ticket
    on conflict (user_id, account_id, position_ticket) do update set
      symbol = excluded.symbol, trade_type = excluded.trade_type, volume = excluded.volume,
      digits = excluded.digits, open_price = excluded.open_price, close_price = excluded.close_price,
      stop_loss = excluded.stop_loss, take_profit = excluded.take_profit, opened_at = excluded.opened_at,
      closed_at = excluded.closed_at, status = excluded.status, gross_profit = excluded.gross_profit,
      commission = excluded.commission, swap = excluded.swap, fee = excluded.fee, profit = excluded.profit,
      initial_risk = excluded.initial_risk, decision_id = excluded.decision_id,
      revision = excluded.revision, moved_from = trades.trade_time, rolled_up = excluded.rolled_up,
      import_id = excluded.import_id, updated_at = excluded.updated_at
    where excluded.revision > trades.revision
    returning moved_from is null as created, trade_time, moved_from
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
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated
    from stored
  `.execute(db);
  return counted[0] ?? { created: 0, updated: 0 };
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
