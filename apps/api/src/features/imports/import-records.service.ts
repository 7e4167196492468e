import type { Reply } from '@quorate/contract/endpoint';
import type {
  listImports as listCall,
  removeImport as removeCall,
} from '@quorate/contract/import-records';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { isoTimes } from '../../http/iso-times.ts';
import { type PageRequest, readPage } from '../../http/paging.ts';
import { forgetUnusedAccount, removeTrades } from '../trades/remove-trades.ts';
import type { SyncDeps } from '../trades/sync.service.ts';

export type RecordDeps = SyncDeps;

/** A page of the user's imports, newest first. */
export async function listImports(
  { db }: Pick<RecordDeps, 'db'>,
  userId: UserId,
  page: PageRequest,
): Promise<Omit<Reply<typeof listCall>, 'success'>> {
  const ofUser = db.selectFrom('trade_imports').where('user_id', '=', userId);
  const { rows, pagination } = await readPage(page, ofUser, (found) =>
    found
      .select(['id as import_id', 'file_name', 'login', 'server'])
      .select(['imported_at', 'created', 'removed', 'removed_at'])
      .orderBy('imported_at', 'desc')
      .orderBy('id', 'desc'),
  );
  const imports = rows.map(({ login, server, ...row }) => ({
    ...isoTimes(row),
    account: { login, server },
  }));
  return { imports, pagination };
}

/**
 * Takes an import back: the trades that it stored, and the account that it brought along, where nothing
 * else has come of it. Called again, it finishes what was left, or removes nothing.
 *
 * @throws AppError not_found
 */
export async function removeImport(
  deps: RecordDeps,
  userId: UserId,
  importId: string,
): Promise<Omit<Reply<typeof removeCall>, 'success'>> {
  const { db, clock } = deps;
  const record = await findImport(db, userId, importId);
  if (!record) throw new AppError('not_found');
  const removed = await removeTrades(deps, userId, importId, (tx, step) =>
    noteRemoved(tx, userId, importId, step),
  );
  await forgetUnusedAccount(db, userId, record);
  const { created, removed: all } = await closeImport(db, userId, importId, new Date(clock.now()));
  return { removed, kept: created - all };
}

/** What an import is known by. */
export type ImportName = Readonly<{
  id: string;
  fileName: string;
  server: string;
  login: string;
  importedAt: Date;
}>;

/** Counts up what an import has stored. The record begins with the first trade: nothing is no import. */
export async function noteCreated(
  db: Db,
  userId: UserId,
  name: ImportName,
  created: number,
): Promise<void> {
  await db
    .insertInto('trade_imports')
    .values({
      user_id: userId,
      id: name.id,
      file_name: name.fileName,
      server: name.server,
      login: name.login,
      created,
      imported_at: name.importedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet((is) => ({
        created: is('trade_imports.created', '+', created),
        // Taken back while it was still being stored: there is something to remove again.
        removed_at: null,
      })),
    )
    .execute();
}

async function noteRemoved(
  db: Db,
  userId: UserId,
  importId: string,
  removed: number,
): Promise<void> {
  await db
    .updateTable('trade_imports')
    .set((is) => ({ removed: is('removed', '+', removed) }))
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .execute();
}

/** @returns the record as it stands then, with the time of the first removal that was finished */
function closeImport(db: Db, userId: UserId, importId: string, now: Date) {
  return db
    .updateTable('trade_imports')
    .set((is) => ({ removed_at: is.fn.coalesce('removed_at', is.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .returning(['created', 'removed'])
    .executeTakeFirstOrThrow();
}

function findImport(db: Db, userId: UserId, importId: string) {
  return db
    .selectFrom('trade_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .executeTakeFirst();
}
