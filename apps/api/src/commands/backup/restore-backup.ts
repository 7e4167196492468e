import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from '../../db/migrate.ts';
import {
  type Partitions,
  partitionEmpty,
  readPartitions,
} from '../../db/partition/partition-empty.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { BackupError, type BackupFoot, type BackupHead } from './backup-format.ts';
import { backupKey, isMadeWith } from './backup-mac.ts';
import {
  findFilled,
  findTables,
  removeEverything,
  type StoredTable,
  setSequence,
} from './catalogue.queries.ts';
import { type Progress, tellRows } from './progress.ts';
import { readBackup, verifyBackup } from './read-backup.ts';
import { insertRows, settleTexts } from './rows.queries.ts';
import { hashTable } from './write-backup.ts';

/** A service that has been started once, by itself, fills these. */
const OF_THE_SERVICE = new Set([
  'service_instances',
  'service_jobs',
  'service_minutes',
  'backups_made',
  'key_in_use',
  'rate_hits',
  'provider_progress',
  'assistant_spending',
  'free_spending',
]);

type RestoreDeps = Readonly<{ db: Db; clock: Clock; say: Progress }>;

/**
 * Makes the database what it was when the backup was taken, then brings it to the newest schema: all of it
 * or nothing, in one transaction. Large tables that were in partitions are so again.
 *
 * @param options.replace whether rows that are there may be lost
 * @param options.key the service's, which has to have made the backup; null takes it as it is
 * @throws BackupError for a file that is not whole, from a newer release, or a database with rows
 */
export async function restoreBackup(
  deps: RestoreDeps,
  file: string,
  options: Readonly<{ replace: boolean; key: Uint8Array | null }>,
): Promise<{ head: BackupHead; foot: BackupFoot }> {
  // Before anything is touched: a file that turns out to be cut at its end has cost nobody anything.
  const { head, foot } = await verifyBackup(file);
  if (options.key) expectGenuine(file, foot, options.key);
  if (!(head.schema in MIGRATIONS))
    throw new BackupError(
      `${file} was made at schema ${head.schema}, which this release does not know. Use release ${head.product_version} or a newer one.`,
    );
  await deps.db.transaction().execute(async (tx) => {
    await settleTexts(tx);
    if (!options.replace) await expectEmpty(tx);
    const partitions = await readPartitions(tx);
    await removeEverything(tx);
    await migrate(tx, head.schema);
    await partitionAgain(tx, partitions, deps.say);
    await load({ ...deps, db: tx }, file, foot);
    for (const sequence of foot.sequences) await setSequence(tx, sequence);
    await migrate(tx, null);
  });
  return { head, foot };
}

/** @throws BackupError unless this service's key made the backup, all of it */
export function expectGenuine(file: string, foot: BackupFoot, key: Uint8Array): void {
  const made = isMadeWith(backupKey(key), foot);
  if (made === true) return;
  const why =
    made === 'absent'
      ? `${file} has no MAC: it was made before backups had one, or it was taken out`
      : `${file} is not as this service wrote it: its MAC is not by this key`;
  throw new BackupError(
    `${why}. Nothing was restored. ${made === 'absent' ? NO_MAC : 'Take another backup, or put the key there that it was made with.'}`,
  );
}

const NO_MAC =
  'If you trust where the file lay, add --unverified once, and take a new backup right after.';

/** @throws BackupError that names what is in it */
export async function expectEmpty(db: Db): Promise<void> {
  const tables = (await findTables(db)).map(({ table }) => table);
  const filled = await findFilled(
    db,
    tables.filter((table) => !OF_THE_SERVICE.has(table)),
  );
  if (filled.length > 0)
    throw new BackupError(
      `The database is not empty: there are rows in ${filled.slice(0, 5).join(', ')}${filled.length > 5 ? ` and ${filled.length - 5} more tables` : ''}.`,
    );
}

/** How tables lie belongs to the database that they are restored into, and not to the backup. */
async function partitionAgain(tx: Db, partitions: Partitions, say: Progress): Promise<void> {
  if (partitions.size === 0) return;
  say('making the partitions that this database had');
  const stayed = await partitionEmpty(tx, partitions);
  if (stayed.length > 0)
    say(`in one piece for now, as the backup's schema is an old one: ${stayed.join(', ')}`);
}

async function load(
  { db, clock, say }: RestoreDeps,
  file: string,
  verified: BackupFoot,
): Promise<void> {
  const tables = new Map((await findTables(db)).map((table) => [table.table, table]));
  // Rows come table by table, in whichever order; that each refers to one that is there is checked at the end.
  const constraints = await findConstraints(db);
  await setConstraints(db, constraints, 'drop');
  let table: StoredTable | undefined;
  let rows = 0;
  let told = tellRows({ say, clock }, '');
  for await (const part of readBackup(file)) {
    switch (part.kind) {
      case 'head':
        break;
      case 'foot':
        if (!isDeepStrictEqual(part.foot, verified))
          throw new BackupError(
            `${file} was changed while it was restored. Nothing was restored; take another backup.`,
          );
        break;
      case 'table':
        table = matching(file, tables.get(part.table.table), part.table);
        told = tellRows({ say, clock }, table.table);
        rows = 0;
        break;
      case 'rows':
        if (!table) throw new Error('rows without a table passed the reader');
        await insertRows(db, table, part.lines);
        rows += part.lines.length;
        told.so(rows);
        break;
      case 'end': {
        if (!table) throw new Error('an end without a table passed the reader');
        const stored = await hashTable(db, table);
        if (stored.sha256 !== part.end.sha256 || stored.rows !== part.end.rows)
          throw new BackupError(
            `The rows of ${table.table} are not the same after they were stored. Nothing was restored.`,
          );
        told.done(rows);
        break;
      }
    }
  }
  say('checking that every row refers to one that is there');
  await setConstraints(db, constraints, 'add');
}

/**
 * The file's own order of columns holds: a table that was partitioned may have another one.
 *
 * @throws BackupError unless the file's columns are those of the schema it says it is of
 */
function matching(
  file: string,
  here: StoredTable | undefined,
  there: Pick<StoredTable, 'table' | 'columns'>,
): StoredTable {
  const named = ({ columns }: Pick<StoredTable, 'columns'>) =>
    columns
      .map(({ name, type }) => `${name} ${type}`)
      .toSorted()
      .join();
  if (here && named(here) === named(there)) return { ...here, columns: there.columns };
  throw new BackupError(
    `${file} has a table ${there.table} that differs from that of its schema. Nothing was restored.`,
  );
}

async function migrate(tx: Db, to: string | null): Promise<void> {
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await (to === null ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error) throw new Error('the schema of the backup could not be made', { cause: error });
}

type Constraint = Readonly<{ table: string; name: string; definition: string }>;

/** Every foreign key, as it can be made again. */
async function findConstraints(db: Db): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select c.relname::text as "table", k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
    order by 1, 2
  `.execute(db);
  return rows;
}

/** Takes them away, or adds them, which looks at every row. */
async function setConstraints(
  db: Db,
  constraints: readonly Constraint[],
  what: 'drop' | 'add',
): Promise<void> {
  for (const { table, name, definition } of constraints) {
    const change =
      what === 'drop'
        ? sql`drop constraint ${sql.id(name)}`
        : sql`add constraint ${sql.id(name)} ${sql.raw(definition)}`;
    await sql`alter table ${sql.table(table)} ${change}`.execute(db);
  }
}
