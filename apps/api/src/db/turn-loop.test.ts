import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { overPglite } from './embedded.ts';

it('many statements of the embedded database in a row let others come in between', async (t) => {
  const db = overPglite(await PGlite.create());
  t.after(() => db.destroy());
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  t.after(() => clearImmediate(next));
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < 50; index += 1) await sql`select ${index}::int`.execute(tx);
  });
  assert.ok(turns >= 50, String(turns));
});
