import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readConfig } from '../../config/config.ts';
import type { Db } from '../../db/tables.ts';
import { writingTo } from '../../process/disk.ts';
import { expectKey, nameDatabase, selfAs, told } from '../command/command-parts.ts';
import { readTyped, tell } from '../command/typed.ts';
import { BackupError } from './backup-format.ts';
import type { StoredTable } from './catalogue.queries.ts';
import { atOneMoment } from './one-moment.ts';
import { openSource } from './open-source.ts';
import { type Progress, rowWords } from './progress.ts';
import { readRows } from './rows.queries.ts';

const USAGE = `Writes every table of the service's database into a folder, as one CSV file each, for other programs.
It cannot be restored; for that there is "npm run backup".

  npm run export -- FOLDER

  --env-file FILE     the settings of the service, as systemd has them
  --other-key         although the data was used with another key
`;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood
 */
export async function runExport(args: readonly string[]): Promise<0 | 1 | 2> {
  const typed = parse(args);
  if (!typed) return tell(USAGE, args);
  return told(async (say) => {
    const target = resolve(typed.folder);
    const config = readConfig();
    await nameDatabase(config);
    const database = await openSource(config, selfAs('the export command'), say);
    try {
      await expectKey(database.db, config, typed.otherKey);
      const { tables, rows } = await writingTo(target, () =>
        exportTables({ db: database.db, say }, target),
      );
      say(`${target} holds ${rows} rows of ${tables} tables.`);
      say('\nKEEP IT SAFE: password hashes and sealed secrets of every user are in it.');
    } finally {
      await database.close();
    }
  });
}

function parse(args: readonly string[]): { folder: string; otherKey: boolean } | null {
  return readTyped(
    args,
    { 'other-key': { type: 'boolean', default: false } },
    ({ values, positionals }) => {
      const [folder, ...more] = positionals;
      return folder && more.length === 0 ? { folder, otherKey: values['other-key'] } : null;
    },
  );
}

/**
 * Writes every table as a CSV file (RFC 4180) with a line of names, all of them as of one moment. Values
 * are PostgreSQL's texts, moments in UTC; null is an empty field, and an empty text is "", so that
 * PostgreSQL's `copy … csv header` reads the files as they are.
 *
 * @param folder is made; one that holds something is refused
 * @throws BackupError when the folder is not empty
 */
async function exportTables(
  { db, say }: Readonly<{ db: Db; say: Progress }>,
  folder: string,
): Promise<{ tables: number; rows: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; nothing was written. Choose another folder.`);
  const written: string[] = [];
  return atOneMoment(db, async (tx, tables) => {
    let rows = 0;
    for (const table of tables) {
      const count = { rows: 0 };
      const file = join(folder, `${table.table}.csv`);
      written.push(file);
      await pipeline(
        Readable.from(csvLines(tx, table, count)),
        createWriteStream(file, {
          flags: 'wx',
          mode: 0o600,
          flush: true,
        }),
      );
      if (count.rows > 0) say(`${table.table}.csv: ${rowWords(count.rows)}`);
      rows += count.rows;
    }
    return { tables: tables.length, rows };
  }).catch(async (error: unknown) => {
    // Some of the tables are none: what is there is read as all of them.
    for (const file of written) await rm(file, { force: true });
    throw error;
  });
}

async function* csvLines(
  tx: Db,
  table: StoredTable,
  count: { rows: number },
): AsyncGenerator<string> {
  yield csvLine(table.columns.map(({ name }) => name));
  for await (const lines of readRows(tx, table)) {
    count.rows += lines.length;
    yield lines.map((line) => csvLine(JSON.parse(line) as (string | null)[])).join('');
  }
}

function csvLine(values: readonly (string | null)[]): string {
  return `${values.map(csvField).join()}\r\n`;
}

function csvField(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
