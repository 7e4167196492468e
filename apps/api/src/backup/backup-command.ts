import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { expectPlace } from './backup-place.ts';
import { keyIdOfService, selfAs, tell, told, words } from './command-parts.ts';
import { openSource, type Source } from './open-source.ts';
import { type Progress, rowWords } from './progress.ts';
import { verifyBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Writes every row of the service's database, as it is at this moment, into one file.
The service may go on meanwhile.

  npm run backup -- FILE
  npm run backup -- verify FILE     reads a backup, and says whether it is whole
`;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood
 */
export async function runBackup(args: readonly string[]): Promise<0 | 1 | 2> {
  const [first, second, ...more] = args;
  if (!first || more.length > 0 || first.startsWith('-')) return tell(USAGE);
  if (first === 'verify') return second ? verify(second) : tell(USAGE);
  return second === undefined ? backup(resolve(first)) : tell(USAGE);
}

function backup(file: string): Promise<0 | 1> {
  return told(async (say) => {
    const config = readConfig();
    // A service that runs copies its whole database for this: not for a name that was mistyped.
    await expectPlace(file);
    const keyId = await keyIdOfService(config);
    const database = await openSource(config, selfAs('the backup command'), say);
    try {
      const takenAt = new Date(systemClock.now());
      const foot = await writeBackup({ database, clock: systemClock, say }, file, keyId);
      say(`${file} holds ${rowWords(foot.rows)} of ${foot.tables} tables.`);
      await noteIt(database, { file, takenAt, rows: foot.rows }, say);
      say(words.secrets(config));
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

function verify(file: string): Promise<0 | 1> {
  return told(async (say) => {
    const { head, foot } = await verifyBackup(resolve(file));
    say(
      `${file} is whole: ${foot.rows} rows of ${foot.tables} tables, taken ${head.taken_at} by release ${head.product_version} at schema ${head.schema} from the ${head.database} database.`,
    );
  });
}
