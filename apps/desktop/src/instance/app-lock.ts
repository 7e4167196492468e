import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { privateFolder } from '@quorate/bot/files';
import { storageFault } from '@quorate/bot/journal/storage-fault';

export type AppLock = Readonly<{ release(): void }>;

const FILE = 'app-lock.sqlite';
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Claims a data folder for this app. The system drops SQLite's lock with the process, however it ends, so
 * there is no stale one to clear, and a process id that was given again misleads nobody.
 *
 * @returns null when another app has it
 * @throws BotFault `data_folder`
 */
export function takeAppLock(dataDir: string): AppLock | null {
  try {
    privateFolder(dataDir);
    const file = join(dataDir, FILE);
    try {
      return lockOf(file);
    } catch (error) {
      if (!hasErrcode(error, SQLITE_NOTADB) && !hasErrcode(error, SQLITE_CORRUPT)) throw error;
      // Nothing is ever in it. Emptied and not removed: whoever holds it meanwhile holds the same file.
      truncateSync(file);
      return lockOf(file);
    }
  } catch (error) {
    if (hasErrcode(error, SQLITE_BUSY)) return null;
    throw storageFault(dataDir, error);
  }
}

function lockOf(file: string): AppLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** Whether no app has the data folder. Where there is none yet, none is made. @throws BotFault `data_folder` */
export function isAppLockFree(dataDir: string): boolean {
  if (!existsSync(join(dataDir, FILE))) return true;
  const lock = takeAppLock(dataDir);
  lock?.release();
  return lock !== null;
}

function hasErrcode(error: unknown, plain: number): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === plain
  );
}
