import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Claim, ClaimedError, claimFile } from './claim-file.ts';

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
