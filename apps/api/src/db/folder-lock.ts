import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** Who holds a data folder; written beside the lock so that a second process can name the first. */
const owner = z.object({ pid: z.number(), started_at: z.string(), address: z.string() });
export type FolderOwner = z.output<typeof owner>;

export type FolderLock = { release(): void };

/** Another process works in this data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Claims a data folder for this process until it ends, however it ends.
 *
 * The embedded database has no lock of its own: two processes on one folder lose acknowledged rows.
 * The lock is SQLite's, which the operating system drops with the process, so that a killed service
 * leaves nothing to clean up and a reused process id misleads nobody.
 *
 * @throws FolderInUseError at once, naming the holder
 */
export function lockFolder(folder: string, self: FolderOwner): FolderLock {
  const database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw isBusy(cause) ? new FolderInUseError(inUseSentence(folder), { cause }) : cause;
  }
  writeFileSync(ownerFile(folder), `${JSON.stringify(self)}\n`);
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function ownerFile(folder: string): string {
  return join(folder, 'owner.json');
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function inUseSentence(folder: string): string {
  const holder = readOwner(folder);
  const who = holder
    ? `process ${holder.pid}, which runs ${holder.address} since ${holder.started_at}`
    : 'another process';
  return `The data folder ${folder} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`;
}

function readOwner(folder: string): FolderOwner | undefined {
  try {
    return owner.parse(JSON.parse(readFileSync(ownerFile(folder), 'utf8')));
  } catch {
    // The holder may be between taking the lock and writing its name.
    return undefined;
  }
}
