import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../db/tables.ts';
import { BackupError } from './backup-format.ts';
import type { StoredTable } from './catalogue.queries.ts';
import { atOneMoment } from './one-moment.ts';
import { type Progress, rowWords } from './progress.ts';
import { readRows } from './rows.queries.ts';

/**
 * Writes every table as a CSV file (RFC 4180) with a line of names, all of them as of one moment. Values
 * are PostgreSQL's texts, moments in UTC; null is an empty field, and an empty text is "", so that
 * PostgreSQL's `copy … csv header` reads the files as they are.
 *
 * @param folder is made; one that holds something is refused
 * @throws BackupError when the folder is not empty
 */
export async function exportTables(
  { db, say }: Readonly<{ db: Db; say: Progress }>,
  folder: string,
): Promise<{ tables: number; rows: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; nothing was written. Choose another folder.`);
  return atOneMoment(db, async (tx, tables) => {
    let rows = 0;
    for (const table of tables) {
      const count = { rows: 0 };
      await pipeline(
        Readable.from(csvLines(tx, table, count)),
        createWriteStream(join(folder, `${table.table}.csv`), {
          flags: 'wx',
          mode: 0o600,
          flush: true,
        }),
      );
      if (count.rows > 0) say(`${table.table}.csv: ${rowWords(count.rows)}`);
      rows += count.rows;
    }
    return { tables: tables.length, rows };
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
