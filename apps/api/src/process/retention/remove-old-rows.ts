import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { KEPT_DAYS, type RetentionSettings } from '../../config/retention.ts';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { KNOWN_FOR_DAYS } from '../../features/account/sign-in/known-browsers.ts';
import { EVENTS_KEPT_DAYS } from '../../features/calendar/refresh-calendar.ts';
import { STATUS_DAYS } from '../../features/status/status.routes.ts';
import type { Clock } from '../clock.ts';

type Aged = Readonly<{
  table: keyof Tables;
  column: string;
  days: number;
  as: 'moment' | 'day';
  /** Of these alone, in SQL. */
  only?: string;
}>;

/** Rows that nobody needs so many days after the moment or UTC day in a column of theirs. */
export const AGED = [
  { table: 'symbol_usage', column: 'day', days: KEPT_DAYS.symbol_usage.usual, as: 'day' },
  { table: 'account_usage', column: 'day', days: KEPT_DAYS.account_usage.usual, as: 'day' },
  { table: 'user_spend_days', column: 'day', days: KEPT_DAYS.user_spend_days.usual, as: 'day' },
  { table: 'model_days', column: 'day', days: KEPT_DAYS.model_days.usual, as: 'day' },
  {
    table: 'assistant_spending',
    column: 'day',
    days: KEPT_DAYS.assistant_spending.usual,
    as: 'day',
  },
  { table: 'free_spending', column: 'day', days: KEPT_DAYS.free_spending.usual, as: 'day' },
  { table: 'bot_silences', column: 'ended_at', days: KEPT_DAYS.bot_silences.usual, as: 'moment' },
  { table: 'bot_commands', column: 'asked_at', days: KEPT_DAYS.bot_commands.usual, as: 'moment' },
  { table: 'market_bars', column: 'opened_at', days: KEPT_DAYS.market_bars.usual, as: 'moment' },
  { table: 'shared_moments', column: 'as_of', days: KEPT_DAYS.shared_moments.usual, as: 'moment' },
  { table: 'board_moments', column: 'as_of', days: KEPT_DAYS.board_moments.usual, as: 'moment' },
  { table: 'bar_series', column: 'used_at', days: KEPT_DAYS.bar_series.usual, as: 'moment' },
  {
    table: 'equity_steps',
    column: 'at',
    days: KEPT_DAYS.equity_steps.usual,
    as: 'moment',
    only: `step = 'hour'`,
  },
  { table: 'hosted_runners', column: 'seen_at', days: 1, as: 'moment' },
  { table: 'hosted_use', column: 'day', days: KEPT_DAYS.hosted_use.usual, as: 'day' },
  { table: 'weekly_mails', column: 'queued_at', days: KEPT_DAYS.weekly_mails.usual, as: 'moment' },
  { table: 'weekly_mail_rounds', column: 'begun_at', days: 90, as: 'moment' },
  { table: 'service_minutes', column: 'minute', days: STATUS_DAYS, as: 'moment' },
  { table: 'calendar_events', column: 'at', days: EVENTS_KEPT_DAYS, as: 'moment' },
  { table: 'token_reservations', column: 'expires_at', days: 1, as: 'moment' },
  { table: 'known_browsers', column: 'last_used_at', days: KNOWN_FOR_DAYS, as: 'moment' },
  {
    table: 'contact_messages',
    column: 'created_at',
    days: KEPT_DAYS.contact_messages.usual,
    as: 'moment',
  },
  // The books, as long as the law asks for them.
  { table: 'adjustments', column: 'created_at', days: 3_653, as: 'moment' },
  { table: 'transactions', column: 'created_at', days: 3_653, as: 'moment' },
  {
    table: 'subscriptions',
    column: 'updated_at',
    days: 3_653,
    as: 'moment',
    only: `status = 'canceled'`,
  },
  // The database refuses to let go of a line that is younger than five years.
  { table: 'operator_actions', column: 'at', days: 1_830, as: 'moment' },
] as const satisfies readonly Aged[];

export type AgedTable = (typeof AGED)[number]['table'];

type RemoveDeps = Readonly<{ db: Db; clock: Clock }>;

/**
 * Removes them a day of each table at a time, the oldest first: no statement holds much for long.
 *
 * @param kept days of tables that the operator has set
 */
export async function removeOldRows(
  { db, clock }: RemoveDeps,
  kept: RetentionSettings['days'] = {},
): Promise<void> {
  const set: Readonly<Partial<Record<AgedTable, number>>> = kept;
  for (const aged of AGED) {
    const before = new Date(clock.now() - (set[aged.table] ?? aged.days) * DAY_MS);
    while (await removeOldestDay(db, aged, before));
  }
}

/** @returns whether there may be more */
async function removeOldestDay(db: Db, aged: Aged, before: Date): Promise<boolean> {
  const table = sql.table(aged.table);
  const column = sql.ref(aged.column);
  const across = acrossUsers('a job removes old rows of everybody once a day');
  const limit = aged.as === 'day' ? before.toISOString().slice(0, 10) : before;
  const old = sql`${column} < ${limit} and ${sql.raw(aged.only ?? 'true')}`;
  const { rows } = await sql<{ oldest: string | Date | null }>`
    ${across} select min(${column}) as oldest from ${table} where ${old}
  `.execute(db);
  const oldest = rows[0]?.oldest ?? null;
  if (oldest === null) return false;
  const end = typeof oldest === 'string' ? oldest : new Date(oldest.getTime() + DAY_MS);
  await sql`
    ${across} delete from ${table}
    where ${old} and ${column} ${sql.raw(typeof end === 'string' ? '<=' : '<')} ${end}
  `.execute(db);
  return true;
}
