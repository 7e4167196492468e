import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase, PARTITIONS } from '../../test/helpers/fresh-database.ts';
import { buildLargeIndexes, isIndexWhole } from './large-indexes.ts';
import { partitionAll } from './partition/partition-tables.ts';
import type { Db } from './tables.ts';

const INDEX = { name: 'trades_by_lots', on: 'on trades (user_id, volume)' };

async function database(t: TestContext): Promise<Db> {
  const { db, close } = await freshDatabase();
  t.after(close);
  return db;
}

/** As an index is left by a builder that was killed. */
async function leaveHalfBuilt(db: Db, name: string): Promise<void> {
  await sql`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`.execute(
    db,
  );
}

describe('an index on a large table', () => {
  it('is built beside its writes, once, and again where it was left half built', {
    skip: PARTITIONS > 0 && 'this one is about a table in one piece',
  }, async (t) => {
    const db = await database(t);
    assert.equal(await isIndexWhole(db, INDEX.name), null);
    await Promise.all([buildLargeIndexes(db, [INDEX]), buildLargeIndexes(db, [INDEX])]);
    assert.equal(await isIndexWhole(db, INDEX.name), true);
    await leaveHalfBuilt(db, INDEX.name);
    await buildLargeIndexes(db, [INDEX]);
    assert.equal(await isIndexWhole(db, INDEX.name), true);
  });

  it('is built on each partition where the table is in some, and goes on where it was left', {
    skip: process.env.TEST_DATABASE !== 'postgres' && 'the embedded database has no partitions',
  }, async (t) => {
    const db = await database(t);
    const count = PARTITIONS || 4;
    await partitionAll(db, count, () => {});
    // Killed while it built the second one.
    await sql`create index trades_by_lots on only trades (user_id, volume)`.execute(db);
    await sql`create index trades_p0_trades_by_lots on trades_p0 (user_id, volume)`.execute(db);
    await sql`alter index trades_by_lots attach partition trades_p0_trades_by_lots`.execute(db);
    await sql`create index trades_p1_trades_by_lots on trades_p1 (user_id, volume)`.execute(db);
    await leaveHalfBuilt(db, 'trades_p1_trades_by_lots');
    assert.equal(await isIndexWhole(db, INDEX.name), false);
    await buildLargeIndexes(db, [INDEX]);
    assert.equal(await isIndexWhole(db, INDEX.name), true);
    const { rows } = await sql`
      select from pg_inherits where inhparent = 'trades_by_lots'::regclass
    `.execute(db);
    assert.equal(rows.length, count);
    await buildLargeIndexes(db, [INDEX]);
  });

  it('takes as long as it takes', async (t) => {
    const db = await database(t);
    await sql`
      create function unlimited(text) returns text immutable language plpgsql as $$ begin
        if current_setting('statement_timeout') <> '0' then raise 'it would be called off'; end if;
        return $1;
      end $$
    `.execute(db);
    await sql`
      insert into users (id, username, username_key, email, email_key, created_at)
      values (gen_random_uuid(), 'a', 'a', 'a', 'a', now())
    `.execute(db);
    const slow = { name: 'users_slowly', on: 'on users (unlimited(username))' };
    await buildLargeIndexes(db, [slow]);
    assert.equal(await isIndexWhole(db, slow.name), true);
  });
});
