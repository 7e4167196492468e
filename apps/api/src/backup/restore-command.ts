import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/tables.ts';
import { BackupError } from './backup-format.ts';
import { countOthers } from './catalogue.queries.ts';
import { keyIdOfService, selfAs, tell, told, words } from './command-parts.ts';
import { verifyBackup } from './read-backup.ts';
import { expectEmpty, restoreBackup } from './restore-backup.ts';

const USAGE = `Makes the service's database what it was when a backup was taken. Stop the service first.

  npm run restore -- FILE
  npm run restore -- FILE --replace NAME     also where the database NAME has rows: they are lost
`;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood
 */
export async function runRestore(args: readonly string[]): Promise<0 | 1 | 2> {
  const typed = parse(args);
  if (!typed) return tell(USAGE);
  return told(async (say) => {
    const file = resolve(typed.file);
    // Before a folder is made or a server is asked.
    await verifyBackup(file);
    say(`${file} is whole.`);
    const config = readConfig();
    const name = nameOf(config);
    const database = await connect(config, selfAs('the restore command'));
    try {
      const { db } = database;
      if (database.kind === 'postgresql') await expectAlone(db, name);
      const replace = await mayReplace(db, name, typed.replace);
      const { head, foot } = await restoreBackup({ db, clock: systemClock, say }, file, {
        replace,
      });
      say(`${name} holds ${foot.rows} rows of ${foot.tables} tables now, as of ${head.taken_at}.`);
      say(words.key(config, head.key_id, await keyIdOfService(config)));
    } finally {
      await database.close();
    }
  });
}

function parse(args: readonly string[]): { file: string; replace: string | undefined } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { replace: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    return file && more.length === 0 ? { file, replace: values.replace } : null;
  } catch {
    return null;
  }
}

/** What has to be typed to lose it. */
function nameOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl
    ? decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
    : basename(dataDir);
}

/** Tables are removed and made again: a service that goes on would lose what it writes meanwhile. */
async function expectAlone(db: Db, name: string): Promise<void> {
  const others = await countOthers(db);
  if (others > 0)
    throw new BackupError(
      `The database ${name} is in use: ${others} other connection${others === 1 ? '' : 's'}. Stop every copy of the service first.`,
    );
}

async function mayReplace(db: Db, name: string, typed: string | undefined): Promise<boolean> {
  if (typed === name) return true;
  if (typed !== undefined)
    throw new BackupError(`The database is called ${name}, not ${typed}. Nothing was restored.`);
  try {
    await expectEmpty(db);
    return false;
  } catch (cause) {
    if (!(cause instanceof BackupError)) throw cause;
    throw new BackupError(
      `${cause.message} Nothing was restored. To lose them, add: --replace ${name}`,
      { cause },
    );
  }
}
