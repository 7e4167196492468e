import type { Config } from '../../config/config.ts';
import { connectDirect } from '../../db/connect.ts';
import type { Database } from '../../db/database.ts';
import { embeddedExists } from '../../db/database-place.ts';
import { openPglite, overPglite } from '../../db/embedded.ts';
import { askForCopy, tellService } from '../../db/folder-copy.ts';
import { FolderInUseError, type FolderOwner } from '../../db/folder-lock.ts';
import { type BackupMade, noteBackup } from '../../db/made-backups.ts';
import { BackupError } from './backup-format.ts';
import type { Progress } from './progress.ts';

export type Source = Pick<Database, 'db' | 'kind' | 'close'> &
  Readonly<{
    /**
     * Writes down in the service's database that a backup was made.
     *
     * @throws Error where that cannot be: its schema is older, it is a replica, or the service does not hear
     */
    note(made: BackupMade): Promise<void>;
  }>;

/**
 * The database that the service is configured for, to be read. A running service goes on: PostgreSQL has
 * room for both, and the embedded database is copied by the service that has it open.
 *
 * @throws BackupError when there is none
 */
export async function openSource(
  config: Config,
  self: FolderOwner,
  say: Progress,
): Promise<Source> {
  // A folder without a database would be given an empty one; it is likelier the wrong folder.
  if (!config.databaseUrl && !embeddedExists(config.dataDir))
    throw new BackupError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the service has them.`,
    );
  try {
    const database = await connectDirect(config, self);
    return { ...database, note: (made) => noteBackup(database.db, made) };
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    say('The service is running. It copies its database; calls wait until that is done.');
    const copy = await askForCopy(config.dataDir);
    const pglite = await openPglite(copy.folder);
    const db = overPglite(pglite);
    return {
      kind: 'embedded',
      db,
      async note(made) {
        // What is open here is a copy; the database is the service's.
        if (!(await tellService(config.dataDir, JSON.stringify(made))))
          throw new Error('the service did not take it');
      },
      async close() {
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        await copy.remove();
      },
    };
  }
}
