import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { emptyDatabase } from '../../test/helpers/empty-database.ts';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { MIGRATIONS, migrateToLatest, NEWEST_MIGRATION, requireNewestSchema } from './migrate.ts';
import { listMigrations } from './schema.queries.ts';

const step = (statement: string): Migration => ({
  up: async (db) => {
    await sql.raw(statement).execute(db);
  },
});

const LATER = { ...MIGRATIONS, '9998-later': step('create table later (id integer)') };

describe('migrating', () => {
  // @promise 8.7
  it('is done once when services start at the same moment', async (t) => {
    const { db } = await emptyDatabase(t);
    let runs = 0;
    const counted: Migration = {
      up: async (inside) => {
        runs += 1;
        await sql.raw('create table only_once (id integer)').execute(inside);
      },
    };
    const all = { ...MIGRATIONS, '9998-counted': counted };
    await Promise.all(Array.from({ length: 5 }, () => migrateToLatest(db, all)));
    assert.equal(runs, 1);
    assert.deepEqual(await listMigrations(db), Object.keys(all).toSorted());
  });

  it('leaves a newer schema as it is: the version before starts on it', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    await migrateToLatest(db, LATER);
    await migrateToLatest(db);
    await requireNewestSchema(db);
    assert.equal((await listMigrations(db)).at(-1), '9998-later');
  });

  it('refuses a schema of another line of versions', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    await migrateToLatest(db, LATER);
    const other = { ...MIGRATIONS, '9997-other': step('create table other (id integer)') };
    await assert.rejects(
      migrateToLatest(db, other),
      /has 9998-later, which this version does not know, and lacks 9997-other/,
    );
  });

  it('that fails leaves the database as it was, and can be done again', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const half: Migration = {
      up: async (inside) => {
        await sql.raw('create table half (id integer)').execute(inside);
        throw new Error('no more room');
      },
    };
    await assert.rejects(migrateToLatest(db, { ...MIGRATIONS, '9998-later': half }), {
      message: 'migration 9998-later failed; the database is as it was before',
    });
    assert.equal((await listMigrations(db)).at(-1), NEWEST_MIGRATION);
    await migrateToLatest(db, {
      ...MIGRATIONS,
      '9998-later': step('create table half (id integer)'),
    });
  });
});

describe('migrating while others work', () => {
  it('keeps nobody waiting for long behind a lock that it waits for itself', {
    skip: process.env.TEST_DATABASE !== 'postgres' && 'the embedded database has one connection',
  }, async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    // As a backup does for as long as it takes.
    const backup = db.transaction().execute(async (tx) => {
      await sql`lock table users in access share mode`.execute(tx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const wider = step('alter table users add column wider integer');
    const migrating = migrateToLatest(db, { ...MIGRATIONS, '9998-wider': wider });
    const waits: number[] = [];
    for (const until = performance.now() + 6_000; performance.now() < until; ) {
      const askedAt = performance.now();
      await Promise.race([sql`select from users limit 1`.execute(db), sleep(10_000)]);
      waits.push(performance.now() - askedAt);
      await sleep(50);
    }
    released.resolve();
    await backup;
    await migrating;
    assert.equal((await listMigrations(db)).at(-1), '9998-wider');
    const longest = Math.max(...waits);
    assert.ok(longest < 4_000, `a call waited ${Math.round(longest)} ms`);
  });
});

describe('a start that does not migrate', () => {
  it('goes on with the newest schema, and names what is missing of any other', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    await requireNewestSchema(db);
    await sql`delete from kysely_migration where name = ${NEWEST_MIGRATION}`.execute(db);
    await assert.rejects(requireNewestSchema(db), (error: Error) => {
      assert.match(error.message, new RegExp(`this version needs ${NEWEST_MIGRATION}`));
      assert.match(error.message, /npm run database -- migrate/);
      return true;
    });
    const empty = await emptyDatabase(t);
    await assert.rejects(requireNewestSchema(empty.db), /the schema is at none/);
  });
});
