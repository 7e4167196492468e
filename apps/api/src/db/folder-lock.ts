import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** Who holds a data folder; written beside the lock so that a second process can name the first. */
const owner = z.object({ pid: z.number(), started_at: z.string(), address: z.string() });
export type FolderOwner = z.output<typeof owner>;

/** Another process works in this data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Claims a data folder for this process until it ends, however it ends.
 *
 * The embedded database has no lock of its own: two processes on one folder lose acknowledged rows.
 *
 * @throws FolderInUseError at once, naming the holder
 */
export function lockFolder(folder: string, self: FolderOwner): Claim {
  const claim = claimFolder(folder);
  writeFileSync(ownerFile(folder), `${JSON.stringify(self)}\n`);
  return claim;
}

function claimFolder(folder: string): Claim {
  try {
    return claimFile(join(folder, 'lock.sqlite'));
  } catch (cause) {
    throw cause instanceof ClaimedError
      ? new FolderInUseError(inUseSentence(folder), { cause })
      : cause;
  }
}

function ownerFile(folder: string): string {
  return join(folder, 'owner.json');
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

/** What a process holds until it gives it back or ends. */
export type Claim = { release(): void };

/** Somebody else holds it. */
export class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
}

/**
 * Claims a file for this process until it ends, however it ends.
 *
 * The lock is SQLite's, which the operating system drops with the process, so that a killed one leaves nothing
 * to clean up and a reused process id misleads nobody. The file is made where it is missing.
 *
 * @throws ClaimedError at once, where another holds it
 */
export function claimFile(path: string): Claim {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw isBusy(cause) ? new ClaimedError(`another process holds ${path}`, { cause }) : cause;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
