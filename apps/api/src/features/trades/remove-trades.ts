import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { eraseImport } from '../records/erase-entries.ts';
import { tendSums } from './rollups/book.ts';
import { lockToStore } from './rollups/user-lock.ts';
import type { SyncDeps } from './sync.service.ts';

/** Removed in one transaction: no other call waits longer than for a batch of a bot. */
const ROWS_A_STEP = 250;

/**
 * Removes the trades that an import stored, except those that something else has replaced since. What a
 * crash leaves behind, the next call removes.
 *
 * @param noteRemoved told of every step, in its transaction
 * @returns how many are gone
 */
export async function removeTrades(
  { db, clock, announce }: SyncDeps,
  userId: UserId,
  importId: string,
  noteRemoved: (tx: Db, removed: number) => Promise<void>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await inTransaction(db, async (tx) => {
      const gone = await removeStep(tx, userId, importId);
      if (gone.length === 0) return 0;
      await noteRemoved(tx, gone.length);
      const accounts = [...new Set(gone.map(({ account_id: id }) => id))].sort();
      const at = new Date(clock.now());
      for (const subjectId of accounts) await eraseImport(tx, { userId, subjectId, at }, importId);
      await announce(tx, userId, 'trades');
      return gone.length;
    });
    if (removed === 0) break;
    total += removed;
  }
  if (total > 0) await tendSums({ db, clock }, userId);
  return total;
}

type Removed = Readonly<{ account_id: string; position_ticket: string }>;

/** Marks the days the rows stood in, as a batch that stores trades does, and in the same order of locks. */
async function removeStep(tx: Db, userId: UserId, importId: string): Promise<Removed[]> {
  await lockToStore(tx, userId);
  const { rows } = await sql<Removed>`
    with chosen as materialized (
      select account_id, position_ticket from trades
      where user_id = ${userId}::uuid and import_id = ${importId}::uuid
      order by account_id, position_ticket limit ${ROWS_A_STEP}
      for update
    ), gone as (
      delete from trades using chosen
      where trades.user_id = ${userId}::uuid and trades.account_id = chosen.account_id
        and trades.position_ticket = chosen.position_ticket
      returning trades.account_id, trades.position_ticket, trades.trade_time
    ), touched as (
      select distinct account_id, floor(extract(epoch from trade_time) / 86400)::integer as day
      from gone
      where exists (select from rolled_up_users where user_id = ${userId}::uuid)
    ), marked as (
      insert into trade_cells (user_id, month, day, account_id, stale)
      select ${userId}::uuid, false, day, account_id, true from touched order by day, account_id
      on conflict (user_id, month, day, account_id) do update set stale = true
      where not trade_cells.stale
    )
    select account_id, position_ticket from gone
  `.execute(tx);
  if (rows.length > 0) await removeWords(tx, userId, rows);
  return rows;
}

/** What was written about trades goes with them. A statement of its own: it sees what a writer has stored who was waited for. */
async function removeWords(tx: Db, userId: UserId, trades: readonly Removed[]): Promise<void> {
  const gone = sql`jsonb_to_recordset(${JSON.stringify(trades)}::jsonb) as gone (account_id uuid, position_ticket text)`;
  await sql`
    delete from trade_notes as words using ${gone}
    where words.user_id = ${userId}::uuid and words.account_id = gone.account_id
      and words.position_ticket = gone.position_ticket
  `.execute(tx);
  await sql`
    delete from journal_pictures as words using ${gone}
    where words.user_id = ${userId}::uuid and words.account_id = gone.account_id
      and words.position_ticket = gone.position_ticket and words.day is null
  `.execute(tx);
}

/**
 * Forgets an account that nothing is known of any more, so that it may come back as another type or in
 * another currency. A call that is about to store something of it holds it, and is waited for.
 */
export async function forgetUnusedAccount(
  db: Db,
  userId: UserId,
  account: { server: string; login: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('trading_accounts')
      .select('id')
      .where('user_id', '=', userId)
      .where('server', '=', account.server)
      .where('login', '=', account.login)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    // A statement of its own: it sees what those have stored who were waited for.
    await sql`
      delete from trading_accounts as a where user_id = ${userId}::uuid and id = ${found.id}::uuid
        and not exists (select from trades where user_id = a.user_id and account_id = a.id)
        and not exists (select from decisions where user_id = a.user_id and account_id = a.id)
        and not exists (select from bots where user_id = a.user_id and account_id = a.id)
        and not exists (select from account_usage where user_id = a.user_id and account_id = a.id)
    `.execute(tx);
    await sql`
      delete from public_records as p where user_id = ${userId}::uuid and account_id = ${found.id}::uuid
        and not exists (select from trading_accounts where user_id = p.user_id and id = p.account_id)
    `.execute(tx);
  });
}
