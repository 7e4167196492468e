import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from '../../config/config.ts';
import { connectDirect } from '../../db/connect.ts';
import { databaseName, databasePlace, embeddedExists } from '../../db/database-place.ts';
import type { Db } from '../../db/tables.ts';
import { systemClock } from '../../process/clock.ts';
import {
  aside,
  consent,
  expectKey,
  keyIdOfService,
  keyOfService,
  nameDatabase,
  placeOfKey,
  selfAs,
  told,
} from '../command/command-parts.ts';
import { readTyped, tell } from '../command/typed.ts';
import { BackupError, type BackupFoot, type BackupHead } from './backup-format.ts';
import { countOthers } from './catalogue.queries.ts';
import { verifyBackup } from './read-backup.ts';
import { expectEmpty, expectGenuine, restoreBackup } from './restore-backup.ts';

const USAGE = `Makes the service's database what it was when a backup was taken. Stop the service first.

  npm run restore -- FILE

  --yes               also where the database has rows: they are lost. Without a question
  --replace NAME      the same, if the database is called NAME
  --env-file FILE     the settings of the service, as systemd has them
  --other-key         although the backup, or the data it replaces, was made with another key
  --unverified        although this service's key did not make the backup, or cannot show it. It gives up
                      the proof that nobody changed it: anybody who had the file can have made operators,
                      set passwords and plans, or changed trades. For backups without a MAC, and with
                      --other-key; only for a file that nobody else could write
`;

type Typed = Readonly<{
  file: string;
  replace?: string;
  yes: boolean;
  otherKey: boolean;
  unverified: boolean;
}>;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood
 */
export async function runRestore(args: readonly string[]): Promise<0 | 1 | 2> {
  const typed = parse(args);
  if (!typed) return tell(USAGE, args);
  return told(async (say) => {
    const config = readConfig();
    await nameDatabase(config);
    const file = resolve(typed.file);
    // Before a folder is made or a server is asked.
    const { head, foot: read } = await verifyBackup(file);
    say(`${file} is whole, and was taken ${head.taken_at}.`);
    await expectKeyOf(head, config, typed.otherKey);
    const key = await keyToTrust(file, { head, foot: read }, config, typed.unverified);
    if (!config.databaseUrl && !embeddedExists(config.dataDir))
      say(`There is no database in ${config.dataDir}: a new embedded one is made there.`);
    const database = await connectDirect(config, selfAs('the restore command'));
    try {
      const { db } = database;
      if (database.kind === 'postgresql') await expectAlone(db, databaseName(config));
      await expectKey(db, config, typed.otherKey);
      const replace = await mayReplace(db, config, typed);
      const { foot } = await restoreBackup({ db, clock: systemClock, say }, file, { replace, key });
      say(
        `Restored into ${databasePlace(config)}: ${foot.rows} rows of ${foot.tables} tables, as of ${head.taken_at}.`,
      );
    } finally {
      await database.close();
    }
  });
}

function parse(args: readonly string[]): Typed | null {
  return readTyped(
    args,
    {
      replace: { type: 'string' },
      yes: { type: 'boolean', default: false },
      'other-key': { type: 'boolean', default: false },
      unverified: { type: 'boolean', default: false },
    },
    ({ values, positionals }) => {
      const [file, ...more] = positionals;
      if (!file || more.length > 0) return null;
      const { replace, yes, unverified, 'other-key': otherKey } = values;
      return { file, yes, otherKey, unverified, ...(replace !== undefined && { replace }) };
    },
  );
}

/** @throws BackupError where the backup was made with another key than the configured one */
async function expectKeyOf(head: BackupHead, config: Config, otherKey: boolean): Promise<void> {
  const here = await keyIdOfService(config);
  if (head.key_id === null || head.key_id === here) return;
  const place = placeOfKey(config);
  const words = [
    here === null
      ? `The backup was made with the key ${head.key_id}, and there is no key in ${place}.`
      : `The backup was made with the key ${head.key_id}, and ${place} is ${here}.`,
    'With another key authenticator apps do not work, and ledgers are signed by another key.',
  ].join(' ');
  if (!otherKey)
    throw new BackupError(
      `${words} Nothing was restored. Put the old key there, or add --other-key to restore all the same.`,
    );
  aside(`${words} Going on, as --other-key says.`);
}

/**
 * @returns the key that has to have made the backup; null where `--unverified` gives that up
 * @throws BackupError where nothing shows that this service made it
 */
async function keyToTrust(
  file: string,
  { head, foot }: Readonly<{ head: BackupHead; foot: BackupFoot }>,
  config: Config,
  unverified: boolean,
): Promise<Uint8Array | null> {
  const key = await keyOfService(config);
  // The head is the file's own word: a forger names any key there, or none.
  const isOurs = key !== null && head.key_id === (await keyIdOfService(config));
  try {
    // A missing MAC has its own words, whatever key there is; none is read as an empty one.
    if (key && (isOurs || foot.mac === undefined)) expectGenuine(file, foot, key);
    else
      throw new BackupError(
        `The MAC of ${file} cannot be checked without the key that made it (${head.key_id ?? 'none is named'}). Nothing was restored. Put that key there, or add --unverified: anybody who had the file can have changed any row of it.`,
      );
    return key;
  } catch (error) {
    if (!unverified || !(error instanceof BackupError)) throw error;
    aside(
      `NOT VERIFIED: nothing shows that this service wrote ${file}. Anybody who had it can have changed any row: roles, passwords, plans, trades. Going on, as --unverified says. Look through the operators (npm run operator -- list), and take a new backup.`,
    );
    return null;
  }
}

/** PostgreSQL keeps a connection for a moment after its program has ended. */
const LEAVING_MS = 5_000;

/** Tables are removed and made again: a service that goes on would lose what it writes meanwhile. */
async function expectAlone(db: Db, name: string): Promise<void> {
  const deadline = performance.now() + LEAVING_MS;
  let others = await countOthers(db);
  while (others > 0 && performance.now() < deadline) {
    await sleep(100);
    others = await countOthers(db);
  }
  if (others > 0)
    throw new BackupError(
      `The database ${name} is in use: ${others} other connection${others === 1 ? '' : 's'}. Stop every copy of the service first.`,
    );
}

async function mayReplace(db: Db, config: Config, { replace, yes }: Typed): Promise<boolean> {
  const name = databaseName(config);
  if (replace !== undefined && replace !== name)
    throw new BackupError(`The database is called ${name}, not ${replace}. Nothing was restored.`);
  const filled = await expectEmpty(db).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BackupError) return error.message;
      throw error;
    },
  );
  if (filled === null) return false;
  const what = `${filled} Everything in ${databasePlace(config)} will be lost.`;
  await consent(what, yes || replace !== undefined);
  return true;
}
