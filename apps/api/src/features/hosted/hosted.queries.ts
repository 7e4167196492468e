import type { HostedSettings, PriceSource } from '@quorate/contract/hosted-accounts';
import type { UserId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { HostedAccountsTable, HostedState } from '../../db/hosted-tables.ts';
import { statement } from '../../db/prepared.ts';
import { FREES_ROWS_SOON } from '../../db/query-limit.ts';
import type { Db } from '../../db/tables.ts';
import { TextArray } from '../../db/text-array.ts';

const ACROSS = acrossUsers('a runner trades accounts of many users');

export type HostedRow = Selectable<HostedAccountsTable>;

/** An account as a runner took it, with the name that its trades carry. */
export type HeldRow = HostedRow &
  Readonly<{
    login: string;
    /** The runner that had it and was not seen any more; null where nobody had it. */
    taken_from: string | null;
  }>;

/** Which account, and in whose turn: a turn that is over writes nothing. */
export type Turn = Readonly<{ userId: UserId; id: string; runnerId: string; epoch: number }>;

/** The turn is over: somebody else trades the account now, or it is gone. */
export class TurnIsOverError extends Error {
  override readonly name = 'TurnIsOverError';
}

/** What an account goes on with. Money in minor units. */
export type Kept = Readonly<{
  state: HostedState;
  barAt: Date;
  dueAt: Date | null;
  balance: number;
  equity: number;
  openPositions: number;
  /** Trades that have closed since the last time. */
  closed: number;
}>;

const KEEP = statement<{ key: string }>(`
  update hosted_accounts as hosted set
    state = given.state::json, bar_at = kept.bar_at, due_at = kept.due_at, balance = kept.balance, equity = kept.equity,
    open_positions = kept.open_positions, closed_trades = hosted.closed_trades + kept.closed
  from unnest($1::text[], $2::text[]) as given (row, state), jsonb_to_record(given.row::jsonb) as kept (
    user_id uuid, id uuid, runner_id uuid, epoch bigint, bar_at timestamptz, due_at timestamptz,
    balance bigint, equity bigint, open_positions integer, closed integer
  ), (select ${FREES_ROWS_SOON}) as patience
  -- Rows are found by their key: the index of runners has all accounts of one.
  where hosted.user_id = kept.user_id and hosted.id = kept.id and hosted.epoch = kept.epoch
    and hosted.runner_id is not distinct from kept.runner_id
  returning hosted.user_id || ' ' || hosted.id as key
`);

/**
 * Stores what accounts go on with, as the first statement of a transaction: what a turn has done besides is stored with
 * it or not at all.
 *
 * @returns keys of those that were stored (`keyOfTurn`): the turns of the others are over
 */
export async function keepStates(
  tx: Db,
  all: readonly Readonly<{ turn: Turn; kept: Kept }>[],
): Promise<ReadonlySet<string>> {
  const rows = all.map(({ turn: { userId, id, runnerId, epoch }, kept }) => ({
    user_id: userId,
    id,
    runner_id: runnerId,
    epoch,
    bar_at: kept.barAt,
    due_at: kept.dueAt,
    balance: kept.balance,
    equity: kept.equity,
    open_positions: kept.openPositions,
    closed: kept.closed,
  }));
  const states = TextArray.ofRows(all.map(({ kept }) => kept.state));
  return new Set((await KEEP(tx, [TextArray.ofRows(rows), states])).map(({ key }) => key));
}

/** Ids are made by callers: two users may have chosen the same one. */
export function keyOfTurn({ userId, id }: Turn): string {
  return `${userId} ${id}`;
}

/** The same of one account. @throws TurnIsOverError */
export async function keepState(tx: Db, turn: Turn, kept: Kept): Promise<void> {
  const stored = await keepStates(tx, [{ turn, kept }]);
  if (stored.size === 0) throw new TurnIsOverError(`${turn.id} is traded elsewhere`);
}

/** Why an account that should run does not. @throws TurnIsOverError */
export async function keepWait(
  db: Db,
  turn: Turn,
  waitsFor: HostedRow['waits_for'],
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('hosted_accounts')
    // A plan that allows fewer accounts comes first.
    .set({ waits_for: sql`case when waits_for = 'plan' then waits_for else ${waitsFor} end` })
    .where('user_id', '=', turn.userId)
    .where('id', '=', turn.id)
    .where('runner_id', '=', turn.runnerId)
    .where('epoch', '=', turn.epoch)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new TurnIsOverError(`${turn.id} is traded elsewhere`);
}

/**
 * A runner is there; one that is about to stop says so.
 *
 * @returns whether it is to take no accounts: it is stopping, or an operator drains it
 */
export async function seeRunner(
  db: Db,
  runner: Readonly<{ id: string; host: string; draining: boolean }>,
  now: Date,
): Promise<boolean> {
  const { draining } = await db
    .insertInto('hosted_runners')
    .values({ ...runner, started_at: now, seen_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        seen_at: now,
        draining: sql<boolean>`hosted_runners.draining or excluded.draining`,
      }),
    )
    .returning('draining')
    .executeTakeFirstOrThrow();
  return draining;
}

/**
 * Takes accounts that nobody trades, or whose runner has not been seen for too long.
 *
 * @param sources that the runner has prices of
 * @param most how many are taken at once
 */
export async function takeAccounts(
  db: Db,
  runnerId: string,
  {
    sources,
    goneBefore,
    most,
  }: Readonly<{ sources: readonly PriceSource[]; goneBefore: Date; most: number }>,
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`${ACROSS}
    with free as materialized (
      select user_id, id from hosted_accounts as hosted
      where source = any(${[...sources]}::text[]) and (runner_id is null or not exists (
        select from hosted_runners as runner
        where runner.id = hosted.runner_id and runner.seen_at >= ${goneBefore}::timestamptz
      ))
      order by due_at nulls first
      limit ${most}
      for update skip locked
    )
    update hosted_accounts as hosted set runner_id = ${runnerId}::uuid, epoch = hosted.epoch + 1
    from free, trading_accounts as account, hosted_accounts as before
    where free.user_id = hosted.user_id and free.id = hosted.id
      and account.user_id = hosted.user_id and account.id = hosted.account_id
      and before.user_id = hosted.user_id and before.id = hosted.id
    returning hosted.*, account.login, before.runner_id as taken_from
  `.execute(db);
  return rows;
}

/**
 * Gives accounts back, so that another runner takes them at once.
 *
 * @param running ids of accounts whose runs have not ended: they stay
 */
export async function giveBack(
  db: Db,
  runnerId: string,
  running: readonly string[] = [],
): Promise<void> {
  await sql`${ACROSS}
    update hosted_accounts set runner_id = null
    where runner_id = ${runnerId}::uuid and id <> all(${[...running]}::uuid[])
  `.execute(db);
}

/** A runner that has ended, and those that were not seen for an hour. */
export async function removeRunners(db: Db, runnerId: string, goneBefore: Date): Promise<void> {
  await db
    .deleteFrom('hosted_runners')
    .where((is) => is.or([is('id', '=', runnerId), is('seen_at', '<', goneBefore)]))
    .execute();
}

export type Order = Readonly<{
  user_id: string;
  hosted_id: string;
  bot_id: string;
  command_id: string | null;
  kind: 'entries_off' | 'close_all' | 'resume' | null;
}>;

/** What owners want of a runner's accounts: commands that are not done, settings and rules that have changed. */
export async function readWishes(db: Db, runnerId: string) {
  const { rows } = await sql<
    Order &
      Readonly<{
        revision: number;
        rules: number;
        epoch: number;
        paused_by: HostedRow['paused_by'];
        waits_for: HostedRow['waits_for'];
      }>
  >`${ACROSS}
    select hosted.user_id, hosted.id as hosted_id, hosted.epoch, hosted.revision, bot.id as bot_id,
      command.id as command_id, command.kind, coalesce(chosen.revision, 0) as rules, hosted.paused_by,
      hosted.waits_for
    from hosted_accounts as hosted
    left join bots as bot on bot.user_id = hosted.user_id and bot.account_id = hosted.account_id
    left join bot_commands as command on command.user_id = hosted.user_id and command.bot_id = bot.id
      and command.done_at is null
    left join rule_sets as chosen on chosen.user_id = hosted.user_id
      and chosen.account_id = hosted.account_id
    where hosted.runner_id = ${runnerId}::uuid
    order by command.position
  `.execute(db);
  return rows;
}

/** Bots of a runner's accounts that said nothing since a moment are alive: those of some accounts at a time. */
export async function beatSome(
  db: Db,
  runnerId: string,
  { now, silentSince, most }: Readonly<{ now: Date; silentSince: Date; most: number }>,
): Promise<void> {
  await sql`${ACROSS}
    -- As a subquery of "in" it could run once for each bot, and beat more than it may.
    with silent as materialized (
      select bot.user_id, bot.id from hosted_accounts as hosted
      join bots as bot on bot.user_id = hosted.user_id and bot.account_id = hosted.account_id
      where hosted.runner_id = ${runnerId}::uuid and bot.last_heartbeat_at <= ${silentSince}::timestamptz
      limit ${most}
      -- One that is being stored is alive without it.
      for update of bot skip locked
    )
    update bots set last_heartbeat_at = ${now}::timestamptz
    from silent where bots.user_id = silent.user_id and bots.id = silent.id
  `.execute(db);
}

/** Adds seconds of fast time to a user's day. @returns all of the day */
export async function addFastSeconds(
  db: Db,
  userId: UserId,
  day: string,
  seconds: number,
): Promise<number> {
  const { fast_seconds } = await db
    .insertInto('hosted_use')
    .values({ user_id: userId, day, fast_seconds: seconds })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet({
        fast_seconds: sql`hosted_use.fast_seconds + ${seconds}::integer`,
      }),
    )
    .returning('fast_seconds')
    .executeTakeFirstOrThrow();
  return fast_seconds;
}

export async function readFastSeconds(db: Db, userId: UserId, day: string): Promise<number> {
  const row = await db
    .selectFrom('hosted_use')
    .select('fast_seconds')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.fast_seconds ?? 0;
}

/** Until the end of the transaction its runner stores nothing. */
export function lockHosted(tx: Db, userId: UserId, id: string) {
  return tx
    .selectFrom('hosted_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Of a user's calls that begin an account one at a time is done: the plan's limit holds. */
export async function lockBeginnings(tx: Db, userId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hosted ${userId}`}, 0))`.execute(tx);
}

/** Other settings; whoever trades the account begins again with them. */
export async function changeSettings(
  db: Db,
  userId: UserId,
  id: string,
  settings: HostedSettings,
): Promise<void> {
  await db
    .updateTable('hosted_accounts')
    .set((eb) => ({ settings: JSON.stringify(settings), revision: eb('revision', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}
