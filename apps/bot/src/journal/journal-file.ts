import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BotFault } from '../bot-fault.ts';
import { privateFolder } from '../files.ts';
import { t } from '../words.ts';
import { storageFault } from './storage-fault.ts';

/** A journal's database, and how its faults are told. */
export type JournalFile = Readonly<{
  database: DatabaseSync;
  /** @throws BotFault `data_folder`, `run_in_use` or `run_damaged` in place of the database's own */
  guarded<T>(work: () => T): T;
}>;

/**
 * Opens a journal for this process alone. The system drops SQLite's lock with the process, however it ends,
 * so there is no stale lock to clear.
 *
 * @param folder null keeps it in memory, for tests
 * @throws BotFault `run_in_use`, `run_damaged` or `data_folder`
 */
export function openJournalFile(
  folder: string | null,
  options: Readonly<{
    name: string;
    tables: string;
    format: number;
    /** What to do about a file of another format, after "move the folder away". */
    afterMoving: string;
    /** How long somebody who only reads along for a moment is waited for. */
    waitMs: number;
    /** Says who holds it, asked only when somebody does. */
    owner?: () => string;
  }>,
): JournalFile {
  const { name, tables, format, afterMoving, waitMs, owner } = options;
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageFault(folder ?? 'memory', error, owner);
    }
  };
  let database: DatabaseSync | null = null;
  try {
    return guarded(() => {
      if (folder !== null) privateFolder(folder);
      database = new DatabaseSync(folder === null ? ':memory:' : join(folder, name), {
        timeout: waitMs,
      });
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
      );
      database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
      const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      if (found === 0) database.exec(`PRAGMA user_version = ${format}`);
      else if (found !== format) {
        throw new BotFault(
          'run_damaged',
          t`The journal in ${{ folder }} has format ${{ found }}, and this bot reads format ${{ format }}; move the folder away${{ afterMoving }}.`,
        );
      }
      return { database, guarded };
    });
  } catch (error) {
    (database as DatabaseSync | null)?.close();
    throw error;
  }
}
