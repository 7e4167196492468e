import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** Whose bars, of which market. */
export type SeriesName = Readonly<{
  userId: UserId;
  account: Readonly<{ server: string; login: string }>;
  symbol: string;
  timeframe: string;
}>;

/** The same within the record, where the account has an id. */
export type SeriesKey = Readonly<{
  userId: UserId;
  accountId: string;
  symbol: string;
  timeframe: string;
}>;

export type StoredSeries = Readonly<{ digits: number; bars: Uint8Array }>;

/** All bars that are stored of a series, which may be more than the newest 1,500; undefined where there are none. */
export async function findSeries(db: Db, name: SeriesName): Promise<StoredSeries | undefined> {
  const { userId, account, symbol, timeframe } = name;
  const { rows } = await sql<{ digits: number; bars: Uint8Array }>`${prepared}
    with series as (
      select series.* from trading_accounts as account
      join bar_series as series on series.user_id = account.user_id and series.account_id = account.id
      where account.user_id = ${userId} and account.server = ${account.server}
        and account.login = ${account.login}
        and series.symbol = ${symbol} and series.timeframe = ${timeframe}
    )
    select digits, coalesce((
      select string_agg(chunk.bars, ''::bytea order by chunk.first_at) from bar_chunks as chunk
      where chunk.user_id = ${userId} and chunk.account_id = series.account_id
        and chunk.symbol = series.symbol and chunk.timeframe = series.timeframe
    ), ''::bytea) || tail as bars from series
  `.execute(db);
  return rows[0];
}

/** Opening second of the newest bar that is stored of a series. */
export async function findNewest(db: Db, name: SeriesName): Promise<number | undefined> {
  const { userId, account, symbol, timeframe } = name;
  const { rows } = await sql<{ newest: number }>`${prepared}
    select newest from bar_series
    where user_id = ${userId} and symbol = ${symbol} and timeframe = ${timeframe} and account_id = (
      select id from trading_accounts
      where user_id = ${userId} and server = ${account.server} and login = ${account.login}
    )
  `.execute(db);
  return rows[0]?.newest;
}

/**
 * Appends bars to the tail of a series.
 *
 * @param bars.follow opening second of the bar that they follow on
 * @returns bytes of the tail; null where that bar is not the newest any more: then nothing is stored
 */
export async function appendBars(
  db: Db,
  { userId, accountId, symbol, timeframe }: SeriesKey,
  bars: Readonly<{ packed: Uint8Array; follow: number; first: number; newest: number }>,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ bytes: number }>`${prepared}
    update bar_series set tail = tail || ${bars.packed}::bytea, newest = ${bars.newest}::bigint,
      tail_from = coalesce(tail_from, ${bars.first}::bigint), used_at = ${now}
    where user_id = ${userId} and account_id = ${accountId} and symbol = ${symbol}
      and timeframe = ${timeframe} and newest = ${bars.follow}::bigint
    returning octet_length(tail) as bytes
  `.execute(db);
  return rows[0]?.bytes ?? null;
}

/** Nobody else stores bars of the series until the transaction ends. */
export async function lockSeries(db: Db, key: SeriesKey): Promise<void> {
  await sql`select from bar_series where ${ofSeries(key)} for update`.execute(db);
}

/** Makes the tail a chunk, and drops chunks that end before a second. */
export async function rollTail(db: Db, key: SeriesKey, oldest: number): Promise<void> {
  await sql`
    with rolled as (
      select user_id, account_id, symbol, timeframe, tail_from, tail from bar_series
      where ${ofSeries(key)} and tail_from is not null
    )
    insert into bar_chunks (user_id, account_id, symbol, timeframe, first_at, bars) select * from rolled
  `.execute(db);
  await sql`
    update bar_series set tail = ''::bytea, tail_from = null where ${ofSeries(key)}
  `.execute(db);
  await sql`
    delete from bar_chunks where ${ofSeries(key)} and first_at < (
      select max(first_at) from bar_chunks where ${ofSeries(key)} and first_at <= ${oldest}::bigint
    )
  `.execute(db);
}

/** Puts bars in the place of all that was stored of the series. */
export async function replaceBars(
  db: Db,
  key: SeriesKey,
  bars: Readonly<{ packed: Uint8Array; digits: number; first: number; newest: number }>,
  now: Date,
): Promise<void> {
  const { userId, accountId, symbol, timeframe } = key;
  const { packed, digits, first, newest } = bars;
  // The series first: two that replace it at once wait for each other here.
  await sql`
    insert into bar_series (user_id, account_id, symbol, timeframe, digits, newest, tail, used_at)
    values (${userId}, ${accountId}, ${symbol}, ${timeframe}, ${digits}, ${newest}, ''::bytea, ${now})
    on conflict (user_id, account_id, symbol, timeframe) do update set digits = excluded.digits,
      newest = excluded.newest, tail_from = null, tail = excluded.tail, used_at = excluded.used_at
  `.execute(db);
  await sql`delete from bar_chunks where ${ofSeries(key)}`.execute(db);
  await sql`
    insert into bar_chunks (user_id, account_id, symbol, timeframe, first_at, bars)
    values (${userId}, ${accountId}, ${symbol}, ${timeframe}, ${first}, ${packed}::bytea)
  `.execute(db);
}

function ofSeries({ userId, accountId, symbol, timeframe }: SeriesKey) {
  return sql`user_id = ${userId} and account_id = ${accountId} and symbol = ${symbol}
    and timeframe = ${timeframe}`;
}
