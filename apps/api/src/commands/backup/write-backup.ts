import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { createLedgerKey } from '../../features/ledger/ledger-key.ts';
import type { Clock } from '../../process/clock.ts';
import { writingTo } from '../../process/disk.ts';
import { VERSION } from '../../process/version.ts';
import { BackupError, type BackupFoot, newHead, ROW_BYTES_MAX } from './backup-format.ts';
import { backupKey, macOf } from './backup-mac.ts';
import { expectPlace, refuseExisting } from './backup-place.ts';
import { findSchema, findSequences, type StoredTable } from './catalogue.queries.ts';
import { atOneMoment } from './one-moment.ts';
import { type Progress, tellRows } from './progress.ts';
import { readRows } from './rows.queries.ts';

export type BackupDeps = Readonly<{
  database: Pick<Database, 'db' | 'kind'>;
  clock: Clock;
  say: Progress;
}>;

/**
 * Writes every row of the database, as it is at one moment, into a file that is there whole or not at all.
 * The service may go on meanwhile. Memory does not grow with the rows.
 *
 * @param key the service's; null leaves the backup without a MAC, and a restore then needs `--unverified`
 * @throws BackupError when it cannot be written there, or the database has no tables
 */
export async function writeBackup(
  { database, clock, say }: BackupDeps,
  file: string,
  key: Uint8Array | null,
): Promise<BackupFoot> {
  await expectPlace(file);
  return atOneMoment(database.db, async (tx, tables) => {
    const schema = await findSchema(tx);
    if (schema === null)
      throw new BackupError('The database has no tables yet. Start the service once.');
    const head = newHead({
      schema,
      product_version: VERSION,
      database: database.kind,
      taken_at: new Date(clock.now()).toISOString(),
      key_id: key && createLedgerKey(key).id,
    });
    const foot: { value?: BackupFoot } = {};
    const lines = backupLines(tx, { head, tables, key }, { say, clock }, (value) => {
      foot.value = value;
    });
    await writingTo(file, () =>
      wholeOrNot(file, (unfinished) =>
        pipeline(
          Readable.from(lines),
          createZstdCompress({
            params: {
              [constants.ZSTD_c_compressionLevel]: 3,
              [constants.ZSTD_c_checksumFlag]: 1,
            },
          }),
          // Secrets are in it: nobody else on this machine is to read it.
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        ),
      ),
    );
    if (!foot.value) throw new Error('the backup ended without its foot');
    return foot.value;
  });
}

async function* backupLines(
  tx: Db,
  {
    head,
    tables,
    key,
  }: Readonly<{ head: object; tables: readonly StoredTable[]; key: Uint8Array | null }>,
  deps: Readonly<{ say: Progress; clock: Clock }>,
  done: (foot: BackupFoot) => void,
): AsyncGenerator<string> {
  const whole = createHash('sha256');
  const count = (text: string) => {
    whole.update(text);
    return text;
  };
  yield count(`${JSON.stringify(head)}\n`);
  let rows = 0;
  for (const table of tables) {
    const start = { table: table.table, columns: table.columns };
    yield count(`${JSON.stringify(start)}\n`);
    const tally = tallyRows();
    const told = tellRows(deps, table.table);
    for await (const lines of readRows(tx, table)) {
      expectShort(table.table, lines);
      yield count(tally.add(lines));
      told.so(tally.rows());
    }
    const end = tally.end(table.table);
    told.done(end.rows);
    rows += end.rows;
    yield count(`${JSON.stringify(end)}\n`);
  }
  const sequences = await findSequences(tx);
  const unsigned = { tables: tables.length, rows, sequences, sha256: whole.digest('hex') };
  const foot = key ? { ...unsigned, mac: macOf(backupKey(key), unsigned) } : unsigned;
  done(foot);
  yield `${JSON.stringify(foot)}\n`;
}

/** @throws BackupError for a row that no restore would take */
function expectShort(table: string, lines: readonly string[]): void {
  const long = lines.find((line) => Buffer.byteLength(line) > ROW_BYTES_MAX);
  if (long !== undefined)
    throw new BackupError(
      `A row of ${table} has ${Buffer.byteLength(long)} bytes, and a backup takes ${ROW_BYTES_MAX}. Nothing was written. Use pg_dump until that row is gone.`,
    );
}

/** The number of a table's rows and the hash over them, as they stand in the database now. */
export async function hashTable(tx: Db, table: StoredTable): Promise<TallyEnd> {
  const tally = tallyRows();
  for await (const lines of readRows(tx, table)) tally.add(lines);
  return tally.end(table.table);
}

type TallyEnd = { end: string; rows: number; sha256: string };

function tallyRows() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    rows: () => rows,
    add(lines: readonly string[]): string {
      const text = `${lines.join('\n')}\n`;
      hash.update(text);
      rows += lines.length;
      return text;
    },
    end: (table: string): TallyEnd => ({ end: table, rows, sha256: hash.digest('hex') }),
  };
}

/** Half a file never has the name of a whole one, whatever ends this process. */
async function wholeOrNot(file: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = `${file}.unfinished-${randomBytes(4).toString('hex')}`;
  try {
    await write(unfinished);
    // Unlike a rename, a link never replaces what another one has put there meanwhile.
    await link(unfinished, file).catch(async (cause: NodeJS.ErrnoException) => {
      await refuseExisting(file);
      throw new BackupError(
        `${file} cannot be given its name (${String(cause.code)}): the disk knows no hard links. Write to another disk, and copy it from there.`,
        { cause },
      );
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and keeps names by itself.
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
