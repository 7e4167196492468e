import type { CommandKind, CommandResult } from '@quorate/contract/live';
import { SHOWN_COMMANDS } from '@quorate/contract/live';
import type { BotCommandId, BotId } from '@quorate/values/ids';
import { type Insertable, sql } from 'kysely';
import type { BotsTable } from '../../db/live-tables.ts';
import type { Db } from '../../db/tables.ts';
import { type PageRequest, readPage } from '../../http/paging.ts';

/** Whose bot; every query below is about this one alone. */
export type BotOwner = Readonly<{ userId: string; botId: BotId }>;

/**
 * Stores a heartbeat, unless a newer one is stored. Another run on the same account is believed whatever
 * its numbers once the last one has fallen silent: its clock may have been wrong.
 *
 * @returns whether it counted
 */
export async function storeHeartbeat(
  db: Db,
  row: Insertable<BotsTable>,
  silentBefore: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bots')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'account_id'])
        .doUpdateSet({
          run_id: row.run_id,
          sequence: row.sequence,
          state: row.state,
          equity: sql`coalesce(excluded.equity, bots.equity)`,
          balance: sql`coalesce(excluded.balance, bots.balance)`,
          open_positions: row.open_positions,
          version: row.version,
          last_heartbeat_at: row.last_heartbeat_at,
          ended_at: row.ended_at ?? null,
        })
        .where((is) =>
          is.or([
            is('bots.sequence', '<', row.sequence),
            is.and([
              is('bots.run_id', '!=', row.run_id),
              is('bots.last_heartbeat_at', '<', silentBefore),
            ]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The version of the bot that an account has; null before its first heartbeat. */
export async function findVersion(
  db: Db,
  userId: string,
  accountId: string,
): Promise<string | null> {
  const bot = await db
    .selectFrom('bots')
    .select('version')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return bot?.version ?? null;
}

export async function findBotOfAccount(db: Db, userId: string, accountId: string) {
  const { id } = await db
    .selectFrom('bots')
    .select('id')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return id;
}

/** @param hosted only one that the service trades */
export async function botExists(
  db: Db,
  { userId, botId }: BotOwner,
  { hosted }: Readonly<{ hosted: boolean }>,
): Promise<boolean> {
  const found = await db
    .selectFrom('bots')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', botId)
    .$if(hosted, (query) =>
      query.where('account_id', 'in', (row) =>
        row.selectFrom('hosted_accounts').select('account_id').where('user_id', '=', userId),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Those that run first, then the latest. */
export function readBots(db: Db, userId: string, page: PageRequest) {
  const ofUser = db
    .selectFrom('bots')
    .innerJoin('trading_accounts as account', (join) =>
      join
        .onRef('account.user_id', '=', 'bots.user_id')
        .onRef('account.id', '=', 'bots.account_id'),
    )
    .where('bots.user_id', '=', userId);
  return readPage(page, ofUser, (found) =>
    found
      .selectAll('bots')
      .select(['account.server', 'account.login', 'account.account_type', 'account.currency'])
      .orderBy(sql`bots.ended_at is not null`)
      .orderBy('bots.last_heartbeat_at', 'desc')
      .orderBy('bots.id'),
  );
}

/** @returns whether it was new */
export async function insertCommand(
  db: Db,
  { userId, botId }: BotOwner,
  command: { id: BotCommandId; kind: CommandKind; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('bot_commands')
    .values({
      user_id: userId,
      bot_id: botId,
      id: command.id,
      kind: command.kind,
      asked_at: command.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findCommand(db: Db, userId: string, id: BotCommandId) {
  return db
    .selectFrom('bot_commands')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest commands of these bots, newest first. */
export async function listNewestCommands(db: Db, userId: string, botIds: readonly string[]) {
  if (botIds.length === 0) return [];
  return db
    .selectFrom('bots')
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('bot_commands')
          .selectAll()
          .whereRef('bot_commands.user_id', '=', 'bots.user_id')
          .whereRef('bot_commands.bot_id', '=', 'bots.id')
          .orderBy('position', 'desc')
          .limit(SHOWN_COMMANDS)
          .as('command'),
      (join) => join.onTrue(),
    )
    .selectAll('command')
    .where('bots.user_id', '=', userId)
    .where('bots.id', 'in', botIds)
    .orderBy('command.position', 'desc')
    .execute();
}

/** Those that are not done, in the order in which they were given. */
export function listPendingCommands(db: Db, { userId, botId }: BotOwner) {
  return db
    .selectFrom('bot_commands')
    .select(['id', 'kind', 'asked_at'])
    .where('user_id', '=', userId)
    .where('bot_id', '=', botId)
    .where('done_at', 'is', null)
    .orderBy('position')
    .execute();
}

/** Whether the last thing that its owner asked for was anything but to go on. */
export async function wantsEntriesOff(db: Db, { userId, botId }: BotOwner): Promise<boolean> {
  const last = await db
    .selectFrom('bot_commands')
    .select('kind')
    .where('user_id', '=', userId)
    .where('bot_id', '=', botId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && last.kind !== 'resume';
}

/** The first word about a command is the one that stays. */
export async function markDone(
  db: Db,
  { userId, botId }: BotOwner,
  commandId: string,
  done: { result: CommandResult; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_commands')
    .set({ done_at: done.now, result: JSON.stringify(done.result) })
    .where('user_id', '=', userId)
    .where('bot_id', '=', botId)
    .where('id', '=', commandId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function markReceived(
  db: Db,
  { userId, botId }: BotOwner,
  commandIds: readonly string[],
  now: Date,
): Promise<boolean> {
  if (commandIds.length === 0) return false;
  const { numUpdatedRows } = await db
    .updateTable('bot_commands')
    .set({ received_at: now })
    .where('user_id', '=', userId)
    .where('bot_id', '=', botId)
    .where('id', 'in', commandIds)
    .where('received_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
