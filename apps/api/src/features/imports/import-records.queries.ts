import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

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

export async function noteRemoved(
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
export function closeImport(db: Db, userId: UserId, importId: string, now: Date) {
  return db
    .updateTable('trade_imports')
    .set((is) => ({ removed_at: is.fn.coalesce('removed_at', is.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .returning(['created', 'removed'])
    .executeTakeFirstOrThrow();
}

export function findImport(db: Db, userId: UserId, importId: string) {
  return db
    .selectFrom('trade_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .executeTakeFirst();
}

/** Newest first. */
export function listImportRows(db: Db, userId: UserId, page: { offset: number; limit: number }) {
  return db
    .selectFrom('trade_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

export async function countImports(db: Db, userId: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('trade_imports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}
