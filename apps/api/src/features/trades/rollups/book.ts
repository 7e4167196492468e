import type { AnyAccountType } from '@quorate/contract/fields';
import { sql } from 'kysely';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import type { Owner } from './read-sums.ts';
import { refreshCells } from './refresh.ts';
import { lockToBegin } from './user-lock.ts';

export type Account = { id: string; currency: string; account_type: AnyAccountType };

/** A user whose sums are kept and up to date, with all accounts. */
export type Book = {
  userId: string;
  /** Another one after each change of the sums. */
  version: string;
  accounts: readonly Account[];
  /** First and last UTC day of trades. */
  known: { first: number; last: number };
};

/** Brings the user's sums up to date. @returns null when none are kept: there are few trades */
export async function openBook(db: Db, userId: string): Promise<Book | null> {
  const book = await readBook(db, userId);
  if (!book?.stale) return book;
  await refreshCells(db, userId);
  return readBook(db, userId);
}

async function readBook(db: Db, userId: string): Promise<(Book & { stale: boolean }) | null> {
  const { rows } = await sql<Book & { stale: boolean }>`${prepared}
    select user_id as "userId", xmin::text as version,
      exists (select from trade_cells where user_id = ${userId}::uuid and stale) as stale,
      (
        select json_build_object('first', coalesce(min(day), 0), 'last', coalesce(max(day), 0))
        from trade_cells where user_id = ${userId}::uuid and not month
      ) as known,
      (
        select coalesce(json_agg(json_build_object('id', id, 'currency', currency, 'account_type', account_type)), '[]')
        from trading_accounts where user_id = ${userId}::uuid
      ) as accounts
    from rolled_up_users where user_id = ${userId}::uuid and ready
  `.execute(db);
  return rows[0] ?? null;
}

/** After trades were stored: begins sums when there are many by now, or brings those there are up to date. */
export async function tendSums(deps: { db: Db; clock: Clock }, userId: string): Promise<void> {
  if (await openBook(deps.db, userId)) return;
  const many = await deps.db
    .selectFrom('trades')
    .select('user_id')
    .where('user_id', '=', userId)
    .offset(ROLL_UP_FROM)
    .limit(1)
    .executeTakeFirst();
  if (many) await beginRollUp(deps, userId);
}

/** The accounts that a filter lets through. */
export function accountsOf(
  { accounts }: Pick<Book, 'accounts'>,
  { accountType }: { accountType?: AnyAccountType | undefined },
): Account[] {
  const isPractice = ({ account_type }: Account) => account_type === 'practice';
  if (accountType === undefined)
    return accounts.every(isPractice)
      ? [...accounts]
      : accounts.filter((each) => !isPractice(each));
  return accounts.filter((account) => account.account_type === accountType);
}

/** Whose sums, of the accounts that a filter lets through. */
export function ownerOf(book: Book, filter: { accountType?: AnyAccountType | undefined }): Owner {
  const { userId, version } = book;
  return { userId, version, accountIds: accountsOf(book, filter).map(({ id }) => id) };
}

/** From how many trades on a user's sums are kept: what the covering index answers within milliseconds. */
export const ROLL_UP_FROM = 20_000;

/** Entered within 20 ms by the embedded database, which holds up everybody else meanwhile. */
const ROWS_A_STEP = 300;

/**
 * Begins to keep a user's sums. Batches that come from then on mark the days they touch; the rows that
 * stood before are walked in steps, each in a transaction of its own that shuts batches out, and only
 * when all are done are the sums read. Called again, after a crash or by several at once, it goes on
 * where the last step ended.
 */
export async function beginRollUp(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockToBegin(tx, userId);
    await tx
      .insertInto('rolled_up_users')
      .columns(['user_id', 'ready', 'created_at'])
      // An account that was deleted meanwhile has nothing to keep sums of.
      .expression((from) =>
        from
          .selectFrom('users')
          .select([
            'id',
            sql.lit(false).as('ready'),
            sql`${new Date(clock.now())}`.as('created_at'),
          ])
          .where('id', '=', userId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await learnAboutTrades(db);
  while (await db.transaction().execute((tx) => enterRows(tx, userId)));
  await refreshCells(db, userId);
  await db
    .updateTable('rolled_up_users')
    .set({ ready: true })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * The embedded database looks at its tables only when asked, and without a look it takes every user's
 * trades for a handful and plans accordingly.
 */
async function learnAboutTrades(db: Db): Promise<void> {
  const { rows } = await sql<{ known: number }>`
    select reltuples::bigint as known from pg_class where oid = 'trades'::regclass
  `.execute(db);
  if ((rows[0]?.known ?? 0) >= ROLL_UP_FROM) return;
  await db.transaction().execute(async (tx) => {
    // A tenth of the usual sample: enough to see who has many, and over in a tenth of the time.
    await sql`set local default_statistics_target = 10`.execute(tx);
    await sql`analyze trades`.execute(tx);
  });
}

/** Enters the next rows into the indexes that sort, and marks their days. @returns false at the end */
async function enterRows(tx: Db, userId: string): Promise<boolean> {
  // Lost with a crash, a step is done again; so nobody waits for the disk.
  await sql`set local synchronous_commit = off`.execute(tx);
  await lockToBegin(tx, userId);
  const begun = await tx
    .selectFrom('rolled_up_users')
    .select('entered_to')
    .where('user_id', '=', userId)
    .where('ready', '=', false)
    .executeTakeFirst();
  if (!begun) return false;
  const after = begun.entered_to;
  const behind = after
    ? sql`and (trade_time, position_ticket, account_id)
        > (${after.trade_time}::timestamptz, ${after.position_ticket}, ${after.account_id}::uuid)`
    : sql``;
  const { rows } = await sql<{ entered_to: string }>`
    with part as materialized (
      select ctid as spot, trade_time, position_ticket, account_id from trades
      where user_id = ${userId}::uuid ${behind}
      order by trade_time, position_ticket, account_id
      limit ${ROWS_A_STEP}
    ), entered as (
      update trades set rolled_up = true
      where user_id = ${userId}::uuid and ctid = any (array(select spot from part)) and not rolled_up
    ), marked as (
      insert into trade_cells (user_id, month, day, account_id, stale)
      select distinct ${userId}::uuid, false, floor(extract(epoch from trade_time) / 86400)::integer as day,
        account_id, true
      from part
      order by day, account_id
      on conflict (user_id, month, day, account_id) do update set stale = true
    )
    select json_build_object('trade_time', trade_time, 'position_ticket', position_ticket,
      'account_id', account_id)::text as entered_to from part
    order by part.trade_time desc, position_ticket desc, account_id desc limit 1
  `.execute(tx);
  const last = rows[0];
  if (!last) return false;
  await tx.updateTable('rolled_up_users').set(last).where('user_id', '=', userId).execute();
  return true;
}
