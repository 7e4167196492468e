import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { fillAccount } from '../../../../test/helpers/fill-account.ts';
import { addTrades } from '../../../../test/helpers/fill-trading.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import type { Database } from '../../../db/database.ts';
import { openEmbedded } from '../../../db/embedded.ts';
import type { Db } from '../../../db/tables.ts';
import { systemClock } from '../../../process/clock.ts';
import { restoreBackup } from '../restore-backup.ts';
import { writeBackup } from '../write-backup.ts';

const ACCOUNT = '01890000-0000-7000-8000-00000000000a';
/** Of the service whose backups these are. */
export const KEY: Uint8Array = Buffer.alloc(32, 'a key of the tests');
const quiet = () => {};

export function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate backup '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function opened(t: TestContext, database: Promise<Database>): Promise<Database> {
  const open = await database;
  t.after(open.close);
  return open;
}

export const embedded = (folder: string, name: string) =>
  openEmbedded(join(folder, name), { pid: process.pid, started_at: '', address: 'a test' });

/** Two people with a row in every table of theirs, odd letters, and more trades than are read at once. */
export async function filled(t: TestContext, database: Database): Promise<void> {
  const { db } = database;
  const service = await startTestService(t, { database });
  for (const username of ['amina', 'bilal']) {
    const { user } = await signedInUser(service, { username });
    await fillAccount(db, user.id, user.email);
  }
  await db
    .updateTable('reviews')
    .set({ comment: '"ä", \\N \\n\n\t\r\u0001 \uffff 💸 ,[]{}' })
    .where('user_id', '=', await idOf(db, 'amina'))
    .execute();
  const bilal = await idOf(db, 'bilal');
  await db.deleteFrom('trades').where('user_id', '=', bilal).execute();
  await addTrades(db, bilal, { accountId: ACCOUNT, count: 1_203 });
  // The newest number is gone with its row, and must not be given again.
  await addCommand(db);
  const last = await addCommand(db);
  await db.deleteFrom('bot_commands').where('position', '=', last).execute();
}

export async function idOf(db: Db, username: string): Promise<string> {
  const found = db.selectFrom('users').select('id').where('username', '=', username);
  return (await found.executeTakeFirstOrThrow()).id;
}

/** @returns the number it was given */
export async function addCommand(db: Db): Promise<number> {
  const bot = await db.selectFrom('bots').select(['id', 'user_id']).executeTakeFirstOrThrow();
  const { position } = await db
    .insertInto('bot_commands')
    .values({
      user_id: bot.user_id,
      id: crypto.randomUUID(),
      bot_id: bot.id,
      kind: 'resume',
      asked_at: new Date(0),
    })
    .returning('position')
    .executeTakeFirstOrThrow();
  return position;
}

export const backupOf = (database: Database, file: string) =>
  writeBackup({ database, clock: systemClock, say: quiet }, file, KEY);

export const restoreTo = ({ db }: Database, file: string, replace = false) =>
  restoreBackup({ db, clock: systemClock, say: quiet }, file, { replace, key: KEY });

/** Tables with their numbers of rows and hashes, as a file tells of them. */
export function tablesIn(file: string): string[] {
  return zstdDecompressSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{"end"') || line.startsWith('{"table"'));
}
