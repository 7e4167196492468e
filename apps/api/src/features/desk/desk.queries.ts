import {
  DESK_ACCOUNTS_MAX,
  DESK_DECISIONS,
  DESK_EVENTS,
  DESK_MARKS_MAX,
  DESK_POSITIONS_MAX,
} from '@quorate/contract/desk';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { databaseZone } from '../../db/database-zone.ts';
import type { Db } from '../../db/tables.ts';

/** One account of a user; every query below is about this one alone. */
export type DeskKey = Readonly<{ userId: UserId; accountId: string }>;

/** Half-open. */
type Span = Readonly<{ from: Date; to: Date }>;

/** A user's accounts with what trades them, those seen last first; what a reset has ended is left out. */
export function findDeskAccounts(db: Db, userId: UserId) {
  return db
    .selectFrom('trading_accounts as account')
    .leftJoin('bots as bot', (join) =>
      join.onRef('bot.user_id', '=', 'account.user_id').onRef('bot.account_id', '=', 'account.id'),
    )
    .leftJoin('hosted_accounts as hosted', (join) =>
      join
        .onRef('hosted.user_id', '=', 'account.user_id')
        .onRef('hosted.account_id', '=', 'account.id'),
    )
    .select([
      'account.id',
      'account.server',
      'account.login',
      'account.account_type',
      'account.currency',
      'bot.id as bot_id',
      'bot.state as bot_state',
      'bot.equity',
      'bot.balance',
      'bot.open_positions',
      'bot.last_heartbeat_at',
      'bot.ended_at',
      'hosted.id as hosted_id',
      'hosted.settings',
    ])
    .where('account.user_id', '=', userId)
    .where((eb) =>
      eb.or([eb('account.server', '<>', HOSTED_SERVER), eb('hosted.id', 'is not', null)]),
    )
    .orderBy(sql`bot.ended_at is not null`)
    .orderBy(sql`bot.last_heartbeat_at desc nulls last`)
    .orderBy('account.created_at', 'desc')
    .orderBy('account.id')
    .limit(DESK_ACCOUNTS_MAX)
    .execute();
}

export type DeskAccountRow = Awaited<ReturnType<typeof findDeskAccounts>>[number];

/** What its owner asked of a bot last, and whether a command waits for it. */
export async function findOrders(db: Db, userId: UserId, botId: string) {
  const own = db
    .selectFrom('bot_commands')
    .where('user_id', '=', userId)
    .where('bot_id', '=', botId);
  const [newest, waiting] = await Promise.all([
    own.select('kind').orderBy('position', 'desc').limit(1).executeTakeFirst(),
    own.select('id').where('done_at', 'is', null).limit(1).executeTakeFirst(),
  ]);
  return { lastKind: newest?.kind ?? null, isWaiting: waiting !== undefined };
}

/** Open positions, newest first, one more than are shown. */
export function findPositions(db: Db, { userId, accountId }: DeskKey) {
  return (
    db
      .selectFrom('trades')
      .select([
        'position_ticket',
        'symbol',
        'trade_type',
        'volume',
        'digits',
        'open_price',
        'stop_loss',
        'take_profit',
        'opened_at',
        'profit',
        'decision_id',
      ])
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .where('status', '=', 'OPEN')
      // Neither open nor closed: it was cancelled, or the like.
      .where('reported_status', 'is', null)
      .orderBy('opened_at', 'desc')
      .orderBy('position_ticket', 'desc')
      .limit(DESK_POSITIONS_MAX + 1)
      .execute()
  );
}

/** Closed trades by the viewer's day; net in minor units. */
export function findDays(db: Db, { userId, accountId }: DeskKey, span: Span, timeZone: string) {
  const day = sql<string>`(trade_time at time zone ${databaseZone(timeZone)}::text)::date::text`;
  return db
    .selectFrom('trades')
    .select(({ fn }) => [
      day.as('day'),
      fn.countAll<number>().as('trades'),
      sql<number>`count(*) filter (where profit > 0)::integer`.as('wins'),
      sql<number>`count(*) filter (where profit < 0)::integer`.as('losses'),
      sql<number>`sum(profit)::bigint`.as('net'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'CLOSED')
    .where('trade_time', '>=', span.from)
    .where('trade_time', '<', span.to)
    .groupBy('day')
    .orderBy('day')
    .execute();
}

/** The equity that an account ended each part of a span with, by what is kept of its minutes, hours and days. */
export async function findEquity(
  db: Db,
  { userId, accountId }: DeskKey,
  span: Span,
  partS: number,
) {
  const { rows } = await sql<{ at: number; equity: number }>`
    select (extract(epoch from max(at + length)))::bigint as at,
      (array_agg(last_equity order by at + length desc))[1] as equity
    from (
      select at, last_equity, case step when 'minute' then interval '1 minute' when 'hour' then interval '1 hour'
        else interval '1 day' end as length
      from equity_steps
      where user_id = ${userId}::uuid and account_id = ${accountId}::uuid
        and at >= ${span.from}::timestamptz and at < ${span.to}::timestamptz
        and (step = 'day') = ${partS >= DAY_S}::boolean
    ) as kept
    group by floor(extract(epoch from at) / ${partS}::integer)
    order by at
  `.execute(db);
  return rows;
}

const DAY_S = 86_400;

/** Net of closed trades of each part of a span, in minor units, and when the last one of each was closed. */
export async function findNets(db: Db, { userId, accountId }: DeskKey, span: Span, partS: number) {
  const { rows } = await sql<{ at: number; net: number }>`
    select extract(epoch from max(trade_time))::bigint as at, sum(profit)::bigint as net
    from trades
    where user_id = ${userId}::uuid and account_id = ${accountId}::uuid and status = 'CLOSED'
      and trade_time >= ${span.from}::timestamptz and trade_time < ${span.to}::timestamptz
    group by floor(extract(epoch from trade_time) / ${partS}::integer)
    order by at
  `.execute(db);
  return rows;
}

/** The newest closed trades of a span, newest first. */
export function findMarks(db: Db, { userId, accountId }: DeskKey, span: Span) {
  return db
    .selectFrom('trades')
    .select(['trade_time', 'profit', 'symbol', 'decision_id'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'CLOSED')
    .where('trade_time', '>=', span.from)
    .where('trade_time', '<', span.to)
    .orderBy('trade_time', 'desc')
    .orderBy('position_ticket', 'desc')
    .limit(DESK_MARKS_MAX)
    .execute();
}

/** When equity was first kept of an account, to the day, and when the first of its closed trades was opened. */
export async function findBeginning(db: Db, { userId, accountId }: DeskKey) {
  const { rows } = await sql<{ kept: Date | null; traded: Date | null }>`
    select (
      select min(at) from equity_steps
      where user_id = ${userId}::uuid and account_id = ${accountId}::uuid and step = 'day'
    ) as kept, (
      select opened_at from trades
      where user_id = ${userId}::uuid and account_id = ${accountId}::uuid and status = 'CLOSED'
      order by opened_at limit 1
    ) as traded
  `.execute(db);
  return { kept: rows[0]?.kept?.getTime() ?? null, traded: rows[0]?.traded?.getTime() ?? null };
}

/** What the trading day began with, in minor units; null where nothing was kept of it. */
export async function findDayStart(
  db: Db,
  { userId, accountId }: DeskKey,
  day: Date,
): Promise<number | null> {
  const row = await db
    .selectFrom('equity_steps')
    .select('first_equity')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('step', '=', 'day')
    .where('at', '=', day)
    .executeTakeFirst();
  return row?.first_equity ?? null;
}

/** An account's decisions are looked for among so many of its owner's, the newest. */
const LOOKED_THROUGH = 2_000;

export function findLastDecisions(db: Db, { userId, accountId }: DeskKey) {
  const newest = db
    .selectFrom('decisions')
    .select(['id', 'account_id', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH);
  const ids = db
    .selectFrom(newest.as('newest'))
    .select('newest.id')
    .where('newest.account_id', '=', accountId)
    .orderBy('newest.decided_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(DESK_DECISIONS);
  return db
    .selectFrom('decisions')
    .select(['id', 'symbol', 'as_of', 'action', 'rules', 'outcome'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The next events of some weight; null where the operator's calendar does not cover the moment. */
export async function findNextEvents(db: Db, now: Date) {
  const cover = await db
    .selectFrom('calendar_cover')
    .select('read_at')
    .where('covers_from', '<=', now)
    .where('covers_until', '>', now)
    .executeTakeFirst();
  if (!cover) return null;
  return db
    .selectFrom('calendar_events')
    .select(['at', 'currency', 'importance', 'title'])
    .where('at', '>=', now)
    .where('importance', '<>', 'low')
    .orderBy('at')
    .orderBy('currency')
    .orderBy('title')
    .limit(DESK_EVENTS)
    .execute();
}
