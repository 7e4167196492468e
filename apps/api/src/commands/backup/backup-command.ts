import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../../config/config.ts';
import { createLedgerKey } from '../../features/ledger/ledger-key.ts';
import { systemClock } from '../../process/clock.ts';
import {
  expectKey,
  keyOfService,
  nameDatabase,
  placeOfKey,
  selfAs,
  told,
} from '../command/command-parts.ts';
import { readTyped, tell } from '../command/typed.ts';
import { expectPlace } from './backup-place.ts';
import { openSource, type Source } from './open-source.ts';
import { type Progress, rowWords } from './progress.ts';
import { verifyBackup } from './read-backup.ts';
import { expectGenuine } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Writes every row of the service's database, as it is at this moment, into one file.
The service may go on meanwhile.

  npm run backup -- FILE
  npm run backup -- verify FILE     reads a backup, and says whether it is whole and made with this key

  --env-file FILE                   the settings of the service, as systemd has them
  --other-key                       although the data was used with another key
`;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood, 3 for a backup that is
 *   whole, and that nothing shows to be this service's
 */
export async function runBackup(args: readonly string[]): Promise<0 | 1 | 2 | 3> {
  const typed = parse(args);
  if (!typed) return tell(USAGE, args);
  return typed.kind === 'verify' ? verify(typed.file) : backup(resolve(typed.file), typed.otherKey);
}

function parse(
  args: readonly string[],
): { kind: 'backup' | 'verify'; file: string; otherKey: boolean } | null {
  return readTyped(
    args,
    { 'other-key': { type: 'boolean', default: false } },
    ({ values, positionals }) => {
      const isVerify = positionals[0] === 'verify';
      const [file, ...more] = isVerify ? positionals.slice(1) : positionals;
      if (!file || more.length > 0) return null;
      return { kind: isVerify ? 'verify' : 'backup', file, otherKey: values['other-key'] };
    },
  );
}

function backup(file: string, otherKey: boolean): Promise<0 | 1> {
  return told(async (say) => {
    const config = readConfig();
    await nameDatabase(config);
    // A service that runs copies its whole database for this: not for a name that was mistyped.
    await expectPlace(file);
    const key = await keyOfService(config);
    const database = await openSource(config, selfAs('the backup command'), say);
    try {
      await expectKey(database.db, config, otherKey);
      const takenAt = new Date(systemClock.now());
      const foot = await writeBackup({ database, clock: systemClock, say }, file, key);
      say(`${file} holds ${rowWords(foot.rows)} of ${foot.tables} tables.`);
      await noteIt(database, { file, takenAt, rows: foot.rows }, say);
      if (key === null)
        say('It has no MAC, as there is no key yet: a restore of it needs --unverified.');
      say(secretsWords(config));
    } finally {
      await database.close();
    }
  });
}

/** The backup is there whether the service hears of it or not. */
async function noteIt(
  source: Source,
  { file, takenAt, rows }: Readonly<{ file: string; takenAt: Date; rows: number }>,
  say: Progress,
): Promise<void> {
  try {
    const { size: bytes } = await stat(file);
    await source.note({ taken_at: takenAt.toISOString(), file, host: hostname(), rows, bytes });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`The health page will not show it: ${why}.`);
  }
}

async function verify(file: string): Promise<0 | 1 | 3> {
  let isOurs = false;
  const code = await told(async (say) => {
    const { head, foot } = await verifyBackup(resolve(file));
    const key = await keyOfService(readConfig());
    const isOfKey = key !== null && head.key_id === createLedgerKey(key).id;
    if (isOfKey && foot.mac !== undefined) {
      expectGenuine(file, foot, key);
      isOurs = true;
    }
    say(
      `${file} is whole: ${foot.rows} rows of ${foot.tables} tables, taken ${head.taken_at} by release ${head.product_version} at schema ${head.schema} from the ${head.database} database.`,
    );
    say(
      isOurs
        ? 'Its MAC is by the key of this service: nobody without the key has changed it.'
        : `WHO MADE IT IS NOT KNOWN: ${foot.mac === undefined ? 'it has no MAC' : `its MAC is by the key ${head.key_id}, which is not the one here`}. Its hashes show damage, and no forgery.`,
    );
  });
  return code === 0 && !isOurs ? 3 : code;
}

/** Said to the person who runs the commands, about what a backup holds and lacks. */
function secretsWords(config: Config): string {
  return [
    '',
    'KEEP IT SAFE: it holds password hashes, mails and sealed secrets of every user.',
    `KEEP THE KEY, elsewhere: it is NOT in this file, and without it sealed secrets cannot be read. It is in ${placeOfKey(config)}.`,
    'Releases of the desktop app are not in it either; they are in RELEASES_DIR.',
  ].join('\n');
}
