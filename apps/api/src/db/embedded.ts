import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, type KyselyPlugin, PGliteDialect } from 'kysely';
import { closeAll } from './close-folder.ts';
import { safeInteger } from './column-types.ts';
import type { Database } from './database.ts';
import { keepingPrepared } from './embedded-prepared.ts';
import { copyWhenAsked, removeLeftCopies } from './folder-copy.ts';
import { type FolderOwner, lockFolder } from './folder-lock.ts';
import { listenEmbedded } from './listen.ts';
import { noteBackup, readBackupMade } from './made-backups.ts';
import { publishQuery } from './note-query.ts';
import type { Tables } from './tables.ts';

const INT8_OID = 20;
const WASI_ENOSPC = 51;

/** Reads bigint columns as numbers: every one of ours is minor units or a count, far below 2^53. */
export const EMBEDDED_PARSERS = { [INT8_OID]: safeInteger };

const SETTINGS = [
  // The system keeps its files in memory, too: with the usual 128 MB nothing was faster, and all of it was used.
  'shared_buffers=16MB',
  'max_connections=5',
  // Filling each new 16 MB of log with zeros took 50 ms of the event loop, within some commit.
  'wal_init_zero=off',
];

/**
 * Opens a database of ours, and makes it where there is none.
 *
 * @throws FolderUnwritableError where its disk is full, and for other faults of the file system
 */
export async function openPglite(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create(folder, {
      parsers: EMBEDDED_PARSERS,
      startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((each) => ['-c', each])],
    });
  } catch (cause) {
    // Its file system throws objects that are no errors, with a number of WASI.
    if (cause instanceof Error) throw cause;
    const errno = typeof cause === 'object' && cause !== null && 'errno' in cause ? cause.errno : 0;
    throw new FolderUnwritableError(
      errno === WASI_ENOSPC
        ? `The embedded database in ${folder} finds no room: its disk is full. A new one needs about 45 MB.`
        : `The embedded database in ${folder} cannot be opened (file system error ${String(errno)}).`,
      { cause },
    );
  }
}

/** A Kysely handle over an open PGlite. */
export function overPglite(pglite: PGlite): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite: keepingPrepared(pglite) }),
    plugins: [turnLoop],
    log: publishQuery,
  });
}

/**
 * Opens the embedded database in a folder of its own, creating it at first use.
 *
 * @throws FolderInUseError when another process has it open
 * @throws FolderUnwritableError that names the folder
 */
export async function openEmbedded(dataDir: string, self: FolderOwner): Promise<Database> {
  await prepareFolder(dataDir);
  const lock = lockFolder(dataDir, self);
  try {
    const folder = join(dataDir, 'database');
    await createOnce(folder);
    await removeLeftCopies(dataDir);
    const pglite = await openPglite(folder);
    // PGlite unpacks a new database with rights of its own (0666), whatever the process's mask says.
    closeAll(folder);
    const db = overPglite(pglite);
    const copies = copyWhenAsked(dataDir, {
      holdStill: (work) => pglite.runExclusive(work),
      hear: (words) => noteBackup(db, readBackupMade(words)),
    });
    return {
      kind: 'embedded',
      db,
      listen: listenEmbedded(pglite),
      async close() {
        await copies.stop();
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The data folder is a file, belongs to somebody else, or lies on a read-only disk. */
export class FolderUnwritableError extends Error {
  override readonly name = 'FolderUnwritableError';
}

async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, `.write-${process.pid}`);
    await mkdir(probe);
    await rm(probe, { recursive: true });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new FolderUnwritableError(
      code === 'ENOSPC'
        ? `The data folder ${dataDir} cannot be written: its disk is full.`
        : `The data folder ${dataDir} cannot be written${code && ` (${code})`}. Set DATA_DIR to a folder that this user may write to.`,
      { cause },
    );
  }
}

/**
 * A first start that dies halfway leaves a half-made cluster that would fail to open for ever. It is made
 * under another name and renamed when it is whole.
 */
async function createOnce(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    const pglite = await openPglite(unfinished);
    await pglite.close();
  } catch (error) {
    // What fills a disk is not left on it.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await rename(unfinished, folder);
}

/**
 * Lets the event loop turn after every statement. The embedded database answers on that very loop, without a
 * wait for anything outside: whoever runs statement after statement would hold up all other calls until the
 * last one.
 */
const turnLoop: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await turn();
    return result;
  },
};
