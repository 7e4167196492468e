import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readColumns } from '../../../test/helpers/catalogue.ts';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import {
  LARGE_TABLES,
  partitionAll,
  partitionTable,
  readStatus,
} from '../../db/partition/partition-tables.ts';
import type { Db } from '../../db/tables.ts';
import {
  addCommand,
  backupOf,
  filled,
  idOf,
  opened,
  restoreTo,
  tablesIn,
  tempFolder,
} from './testing/backup-stage.ts';

const SKIP =
  process.env.TEST_DATABASE === 'postgres' && !process.env.TEST_PARTITIONS
    ? false
    : 'needs PostgreSQL: npm test does it';
const quiet = () => {};

/** Of each large table, in their order. */
async function partitionsOf(db: Db): Promise<number[]> {
  return (await readStatus(db)).map(({ partitions }) => partitions);
}

const all = (count: number) => LARGE_TABLES.map(() => count);

/** Begins to partition a table, and leaves it as one that was killed does. */
async function beginToPartition(db: Db): Promise<void> {
  const dies = () => {
    throw new Error('killed');
  };
  await assert.rejects(partitionTable(db, 'trades', 4, dies), /killed/);
}

describe('a database in partitions', { skip: SKIP }, () => {
  it('is restored into one without, and back, with every row the same', async (t) => {
    const folder = tempFolder(t);
    const file = (name: string) => join(folder, name);
    const parted = await opened(t, freshDatabase());
    await filled(t, parted);
    await partitionAll(parted.db, 4, quiet);
    await backupOf(parted, file('parted'));
    assert.ok(tablesIn(file('parted')).every((line) => !/_p\d/.test(line)));

    const whole = await opened(t, freshDatabase());
    await restoreTo(whole, file('parted'));
    assert.deepEqual(await partitionsOf(whole.db), all(0));
    await backupOf(whole, file('whole'));
    assert.deepEqual(tablesIn(file('whole')), tablesIn(file('parted')));

    await restoreTo(parted, file('whole'), true);
    await backupOf(parted, file('again'));
    assert.deepEqual(tablesIn(file('again')), tablesIn(file('parted')));
    assert.deepEqual(await readColumns(parted.db), await readColumns(whole.db));
  });

  it('stays in as many as it was in when a backup is restored into it, and is whole', async (t) => {
    const folder = tempFolder(t);
    const source = await opened(t, freshDatabase());
    await filled(t, source);
    await backupOf(source, join(folder, 'source'));

    const parted = await opened(t, freshDatabase());
    await partitionAll(parted.db, 4, quiet);
    await restoreTo(parted, join(folder, 'source'));
    assert.deepEqual(await partitionsOf(parted.db), all(4));
    const { rows } = await sql`select from pg_constraint where not convalidated`.execute(parted.db);
    assert.equal(rows.length, 0);
    const amina = await idOf(parted.db, 'amina');
    await parted.db.deleteFrom('users').where('id', '=', amina).execute();
    const left = parted.db.selectFrom('trades').select('user_id').where('user_id', '=', amina);
    assert.deepEqual(await left.execute(), []);
    assert.equal(await addCommand(parted.db), 5);
    await partitionAll(parted.db, 4, quiet);
  });

  it('can be of the number that the documents advise', async (t) => {
    const folder = tempFolder(t);
    const parted = await opened(t, freshDatabase());
    await filled(t, parted);
    await backupOf(parted, join(folder, 'before'));
    await partitionAll(parted.db, 32, quiet);
    await restoreTo(parted, join(folder, 'before'), true);
    assert.deepEqual(await partitionsOf(parted.db), all(32));
    await backupOf(parted, join(folder, 'after'));
    assert.deepEqual(tablesIn(join(folder, 'after')), tablesIn(join(folder, 'before')));
  });
});

describe('a database that is just being partitioned', { skip: SKIP }, () => {
  it('is backed up as what it is: each table once, and nothing of the copies', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    await backupOf(database, join(folder, 'before'));
    await beginToPartition(database.db);
    await backupOf(database, join(folder, 'during'));
    assert.deepEqual(tablesIn(join(folder, 'during')), tablesIn(join(folder, 'before')));
    const other = await opened(t, freshDatabase());
    await restoreTo(other, join(folder, 'during'));
  });

  it('loses no row of a backup that has begun: the tables wait for its end', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    await backupOf(database, join(folder, 'before'));
    let waited = false;
    let partitioning: Promise<unknown> | undefined;
    /** From the first row on, and for as long as that takes, unless it waits. */
    const meanwhile = {
      transformQuery: <T>({ node }: { node: T }) => node,
      transformResult: async <T extends { rows: object[] }>({ result }: { result: T }) => {
        if (result.rows[0] && 'line' in result.rows[0])
          partitioning ??= partitionTable(database.db, 'trades', 4, quiet);
        if (partitioning && !waited) await Promise.race([partitioning, sleep(3_000)]);
        waited = partitioning !== undefined;
        return result;
      },
    };
    const watched = { ...database, db: database.db.withPlugin(meanwhile) };
    await backupOf(watched, join(folder, 'during'));
    assert.equal(await partitioning, 'done');
    assert.deepEqual(tablesIn(join(folder, 'during')), tablesIn(join(folder, 'before')));
  });

  it('is waited for while a table is locked, and by nobody for the backup', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    const { db } = database;
    await filled(t, database);
    const locked = Promise.withResolvers<void>();
    // A migration that takes its time, and makes a table meanwhile.
    const migrating = db.transaction().execute(async (tx) => {
      await sql`lock table users in access exclusive mode`.execute(tx);
      await sql`create table newer (id integer primary key)`.execute(tx);
      locked.resolve();
      await sleep(1_000);
      // It would wait for a backup that holds what comes before users in the alphabet.
      await sql`lock table trades, bots in access exclusive mode`.execute(tx);
    });
    await locked.promise;
    await backupOf(database, join(folder, 'after'));
    await migrating;
    assert.ok(tablesIn(join(folder, 'after')).some((line) => line.includes('"newer"')));
  });

  it('is restored into, and has nothing left of the copy', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    await backupOf(database, join(folder, 'before'));
    const columns = await readColumns(database.db);
    await beginToPartition(database.db);
    await restoreTo(database, join(folder, 'before'), true);
    assert.deepEqual(await readColumns(database.db), columns);
    assert.deepEqual(await partitionsOf(database.db), all(0));
    await partitionAll(database.db, 2, quiet);
    await backupOf(database, join(folder, 'after'));
    assert.deepEqual(tablesIn(join(folder, 'after')), tablesIn(join(folder, 'before')));
  });
});
