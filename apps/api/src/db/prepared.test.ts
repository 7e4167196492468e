import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { prepared, statement, WITHOUT_WAITING } from './prepared.ts';
import type { Db } from './tables.ts';
import { TextArray } from './text-array.ts';

const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres';

/** What the connection of a transaction keeps of a statement, after it ran with each of these values. */
async function keptAfter(db: Db, mark: typeof prepared, values: readonly number[]) {
  return db.transaction().execute(async (tx) => {
    const answers: unknown[] = [];
    for (const value of values) {
      const { rows } = await sql`${mark} select ${value}::integer + 1 as next`.execute(tx);
      answers.push(...rows);
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%as next' and name <> ''
    `.execute(tx);
    return { answers, kept: rows.length };
  });
}

describe('a prepared statement', () => {
  it('answers each call with its own values', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const { answers } = await keptAfter(db, prepared, [1, 5, 9]);
    assert.deepEqual(answers, [{ next: 2 }, { next: 6 }, { next: 10 }]);
  });

  it('is kept by a connection once, and one without the mark not at all', {
    skip: ON_POSTGRES ? false : 'needs PostgreSQL: npm test does it',
  }, async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    assert.equal((await keptAfter(db, prepared, [1, 2, 3])).kept, 1);
    const other = await freshDatabase();
    t.after(other.close);
    assert.equal((await keptAfter(other.db, sql``, [1, 2, 3])).kept, 0);
  });

  it('that fails leaves its connection usable', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const divide = (by: number) =>
      sql<{ share: number }>`${prepared} select 6 / ${by}::integer as share`.execute(db);
    await assert.rejects(divide(0), /division by zero/);
    assert.deepEqual((await divide(3)).rows, [{ share: 2 }]);
  });
});

describe('an array of long texts', () => {
  const each = statement<{ text: string }>('select text from unnest($1::text[]) as text');
  const rows = statement<{ id: number; told: unknown }>(
    'select each.* from unnest($1::text[]) as row, jsonb_to_record(row::jsonb) as each (id integer, told jsonb)',
  );

  it('arrives as it was, whatever is in it', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const texts = [
      '',
      '"',
      '\\',
      '{}',
      'null',
      'NULL',
      'a,b',
      'Žluťoučký 🐎',
      ' ',
      '\n',
      'x'.repeat(100_000),
    ];
    assert.deepEqual(
      (await each(db, [new TextArray(texts)])).map(({ text }) => text),
      texts,
    );
    assert.deepEqual(await each(db, [new TextArray([])]), []);
  });

  it('is a row for each document', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const told = [
      { id: 1, told: { words: ['a "b"', null], deep: { figure: 1.25 } } },
      { id: 2, told: null },
    ];
    assert.deepEqual(await rows(db, [TextArray.ofRows(told)]), told);
  });
});

describe('a statement that does not wait for the disk', () => {
  const waits = statement<{ name: string; waits: string }>(
    `select $1::text as name, current_setting('synchronous_commit') as waits from ${WITHOUT_WAITING}`,
  );

  it('is one alone, and those after it wait again', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const { rows } = await sql<{ usual: string }>`
      select current_setting('synchronous_commit') as usual
    `.execute(db);
    assert.deepEqual(await waits(db, ['one']), [{ name: 'one', waits: 'off' }]);
    const after = await sql`select current_setting('synchronous_commit') as usual`.execute(db);
    assert.deepEqual(after.rows, rows);
  });

  it('lets a transaction wait that it is a part of', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const within = await db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = 'on'`.execute(tx);
      return waits(tx, ['a part']);
    });
    assert.deepEqual(within, [{ name: 'a part', waits: 'on' }]);
  });
});
