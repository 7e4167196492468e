import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { isSpread, SPREAD_TABLES, WHOLE_TABLES } from './spread-tables.ts';

describe('tables that are spread by user', () => {
  it('are all that have a user id, but for those that say why they stay whole', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'user_id' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
      order by 1
    `.execute(db);
    const known = [...Object.keys(SPREAD_TABLES), ...Object.keys(WHOLE_TABLES)].sort();
    assert.deepEqual(
      rows.map(({ name }) => name),
      known,
      'a table of users is missing in db/spread-tables.ts',
    );
  });

  it('have the user id in every key, and refer to each other by it, as spreading demands', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const { rows } = await sql<{ name: string; key: string; columns: string[]; to: string | null }>`
      select c.conrelid::regclass::text as name, c.conname as key, c.confrelid::regclass::text as to,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
      from pg_constraint c
      where c.contype in ('p', 'u', 'f') and c.conparentid = 0
    `.execute(db);
    const spread = rows.filter(({ name }) => isSpread(name));
    assert.ok(spread.length > Object.keys(SPREAD_TABLES).length);
    for (const { name, key, columns, to } of spread) {
      assert.ok(columns.includes('user_id'), `${key} of ${name} is without user_id`);
      if (to !== null && to !== '-')
        assert.ok(isSpread(to) || to === 'users', `${name} refers to ${to}`);
    }
    // A machine of a cluster cannot look into tables of the coordinator.
    for (const { name, to } of rows)
      if (to !== null && isSpread(to))
        assert.ok(isSpread(name), `${name} refers to ${to}, which is spread`);
  });

  it('have no unique index that leaves it out', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const { rows } = await sql<{ name: string; index: string; has: boolean }>`
      select i.indrelid::regclass::text as name, i.indexrelid::regclass::text as index,
        exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'user_id'
          and a.attnum = any(i.indkey::smallint[])) as has
      from pg_index i where i.indisunique
    `.execute(db);
    for (const { name, index, has } of rows)
      if (isSpread(name)) assert.ok(has, `${index} of ${name} is unique without user_id`);
  });
});
