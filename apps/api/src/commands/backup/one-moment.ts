import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { BackupError } from './backup-format.ts';
import { findTables, type StoredTable } from './catalogue.queries.ts';
import { settleTexts } from './rows.queries.ts';

const AGAIN_MS = 200;
/** Longer than a table is locked while it is swapped for its partitions; a migration may take it all. */
const ATTEMPTS = 300;
const LOCKED = '55P03';

/** A table was locked, or came or went, before the moment could be taken hold of. */
class NotYet extends Error {}

/**
 * Reads all tables as they are at one moment. They are held before that moment is chosen: PostgreSQL shows
 * a table that is rewritten or replaced afterwards without the rows it had, to those who read an earlier
 * moment, and says nothing. Whoever wants to do that waits until the work is done; rows may be written.
 *
 * @throws BackupError when a table stays locked for a minute
 */
export async function atOneMoment<T>(
  db: Db,
  work: (tx: Db, tables: readonly StoredTable[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const names = (await findTables(db)).map(({ table }) => table);
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          // Neither of the two chooses the moment; the first statement that reads does.
          await settleTexts(tx);
          await holdTables(tx, names);
          const tables = await findTables(tx);
          if (tables.map(({ table }) => table).join() !== names.join()) throw new NotYet();
          return work(tx, tables);
        });
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (attempt >= ATTEMPTS)
        throw new BackupError(
          'A table stays locked, as by a migration that goes on. Nothing was written; try again when it has ended.',
          { cause: error },
        );
      await sleep(AGAIN_MS);
    }
  }
}

/** Never waits: who waits with some tables in hand may block a migration that wants those. */
async function holdTables(tx: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  try {
    await sql`
      lock table ${sql.join(names.map((name) => sql.table(name)))} in access share mode nowait
    `.execute(tx);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === LOCKED || code === '42P01') throw new NotYet(undefined, { cause });
    throw cause;
  }
}
