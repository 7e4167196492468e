import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from './fresh-database.ts';
import { lookAtUnused, makeUnused } from './used-database.ts';

async function stage(t: TestContext) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const unused = await lookAtUnused(db);
  const run = (text: string) => sql.raw(text).execute(db);
  return { db, unused, run };
}

describe('a database that a test has used', () => {
  it('is what it was: without its rows, with those that were there, and counting from one', async (t) => {
    const { db, unused, run } = await stage(t);
    await run(`insert into rate_hits values ('a', '{1}', now())`);
    await run('delete from kysely_migration');
    await run(`select nextval(seqrelid::regclass) from pg_sequence`);
    assert.notDeepEqual(await lookAtUnused(db), unused);
    assert.equal(await makeUnused(db, unused), true);
    assert.deepEqual(await lookAtUnused(db), unused);
    const { rows } = await sql`select from pg_sequences where last_value is not null`.execute(db);
    assert.deepEqual(rows, []);
  });

  for (const change of [
    'drop table rate_hits',
    'create table another (id integer)',
    'drop index rate_hits_until',
    'alter table rate_hits add check (cardinality(hits) < 9)',
    'alter table operator_actions disable trigger user',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
  ])
    it(`is not used again where its tables are others: ${change.slice(0, 40)}`, async (t) => {
      const { db, unused, run } = await stage(t);
      await run(change);
      assert.equal(await makeUnused(db, unused), false);
    });

  it('is not used again where emptying it would take long', async (t) => {
    const { db, unused, run } = await stage(t);
    await run(`insert into rate_hits
      select n::text, array_fill(n::bigint, array[20]), now() from generate_series(1, 30000) as n`);
    assert.equal(await makeUnused(db, unused), false);
  });
});

describe('a fresh database', () => {
  it('is nobody else’s while it is open, and nobody’s who has closed it', async (t) => {
    const [one, two] = [await freshDatabase(), await freshDatabase()];
    t.after(two.close);
    const count = async ({ db }: typeof one) =>
      (await sql`select key from rate_hits`.execute(db)).rows.length;
    await sql`insert into rate_hits values ('a', '{1}', now())`.execute(one.db);
    assert.equal(await count(two), 0);
    await one.close();
    await one.close();
    await assert.rejects(count(one));
    const [three, four] = [await freshDatabase(), await freshDatabase()];
    t.after(three.close);
    t.after(four.close);
    await sql`insert into rate_hits values ('b', '{1}', now())`.execute(three.db);
    assert.deepEqual([await count(two), await count(four)], [0, 0]);
    await assert.rejects(count(one), 'another has it now');
  });
});
