import { tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import { statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';

/** Minutes become hours after so many days; the hours go when the retention's table says. */
export const EQUITY_MINUTES_DAYS = 3;

/** When the minute and the trading day of a moment began. */
export function stepsAt(moment: Date): { minute: Date; day: Date } {
  const ms = moment.getTime();
  return {
    minute: new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS),
    day: new Date(tradingDayStart(tradingDayOf(instant(ms)))),
  };
}

/**
 * Adds an equity and a balance to their minute and their trading day. Where the day ended with them so far,
 * nothing is written: a bot without a position costs a row a day and nothing more.
 *
 * @param source a relation called `source` with one row, `account_id`, for a heartbeat that counted, else none
 * @param at places of the values in the whole statement
 */
export function keepEquityText(
  source: string,
  at: Readonly<Record<'user' | 'equity' | 'balance' | 'minute' | 'day', string>>,
): string {
  const { user, equity, balance, minute, day } = at;
  return `
    insert into equity_steps as kept (
      user_id, account_id, step, at, first_equity, lowest, highest, last_equity, first_balance, last_balance,
      fall, fall_from
    )
    select ${user}::uuid, account_id, steps.step, steps.at, ${equity}::bigint, ${equity}::bigint, ${equity}::bigint,
      ${equity}::bigint, ${balance}::bigint, ${balance}::bigint, 0, ${equity}::bigint
    from ${source}, (values ('minute', ${minute}::timestamptz), ('day', ${day}::timestamptz)) as steps (step, at)
    where ${equity}::bigint is not null and ${balance}::bigint is not null
      and (steps.step = 'day' or not exists (
        select from equity_steps as known
        where known.user_id = ${user}::uuid and known.account_id = source.account_id and known.step = 'day'
          and known.at = ${day}::timestamptz
          and known.last_equity = ${equity}::bigint and known.last_balance = ${balance}::bigint
      ))
    on conflict (user_id, account_id, step, at) do update set
      lowest = least(kept.lowest, excluded.last_equity),
      highest = greatest(kept.highest, excluded.last_equity),
      last_equity = excluded.last_equity,
      last_balance = excluded.last_balance,
      fall = greatest(kept.fall, kept.highest - excluded.last_equity),
      fall_from = case when kept.highest - excluded.last_equity > kept.fall
        then kept.highest else kept.fall_from end
    where (kept.last_equity, kept.last_balance)
      is distinct from (excluded.last_equity, excluded.last_balance)
  `;
}

const KEEP = statement<never>(
  keepEquityText('(select $2::uuid as account_id) as source', {
    user: '$1',
    equity: '$3',
    balance: '$4',
    minute: '$5',
    day: '$6',
  }),
);

/** The same as a statement of its own. Money in minor units. */
export async function keepEquity(
  db: Db,
  of: { userId: string; accountId: string; equity: number | null; balance: number | null },
  moment: Date,
): Promise<void> {
  const { minute, day } = stepsAt(moment);
  await KEEP(db, [of.userId, of.accountId, of.equity, of.balance, minute, day]);
}

/** Makes hours of old minutes, an hour of everybody at a time: no statement holds much for long. */
export async function rollUpEquity({
  db,
  clock,
}: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  const before = new Date(
    Math.floor((clock.now() - EQUITY_MINUTES_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS,
  );
  while (await rollUpHour(db, before));
}

/** @returns whether there may be more */
async function rollUpHour(db: Db, before: Date): Promise<boolean> {
  const across = acrossUsers('a job makes hours of old minutes of everybody');
  const { rows } = await sql<{ oldest: Date | null }>`
    ${across} select min(at) as oldest from equity_steps where step = 'minute' and at < ${before}
  `.execute(db);
  const oldest = rows[0]?.oldest ?? null;
  if (oldest === null) return false;
  const from = new Date(Math.floor(oldest.getTime() / HOUR_MS) * HOUR_MS);
  const to = new Date(from.getTime() + HOUR_MS);
  await sql`
    ${across} with minutes as (
      delete from equity_steps where step = 'minute' and at >= ${from} and at < ${to} returning *
    ), ordered as (
      select *, max(highest) over (
        partition by user_id, account_id order by at rows between unbounded preceding and 1 preceding
      ) as peak
      from minutes
    ), falls as (
      select *, case when coalesce(peak, lowest) - lowest > fall then peak - lowest else fall end as deepest,
        case when coalesce(peak, lowest) - lowest > fall then peak else fall_from end as deepest_from
      from ordered
    )
    insert into equity_steps (
      user_id, account_id, step, at, first_equity, lowest, highest, last_equity, first_balance, last_balance,
      fall, fall_from
    )
    select user_id, account_id, 'hour', ${from}::timestamptz,
      (array_agg(first_equity order by at))[1], min(lowest), max(highest),
      (array_agg(last_equity order by at desc))[1],
      (array_agg(first_balance order by at))[1], (array_agg(last_balance order by at desc))[1],
      max(deepest), (array_agg(deepest_from order by deepest desc, at))[1]
    from falls group by user_id, account_id
    on conflict do nothing
  `.execute(db);
  return true;
}
