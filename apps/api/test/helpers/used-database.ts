import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/db/tables.ts';

type AnyDb = Kysely<Tables>;

/** What a database was when nobody had used it: what its schema is called, and the rows that it came with. */
export type Unused = Readonly<{ schema: string; rows: ReadonlyMap<string, string> }>;

/** More than this is faster made again than emptied. */
const BYTES_MAX = 4_000_000;

/** Looks at a database that is at the newest schema and that nobody has used. */
export async function lookAtUnused(db: AnyDb): Promise<Unused> {
  return { schema: await schemaOf(db), rows: await rowsIn(db, await tablesWithRows(db)) };
}

/**
 * Makes a database that a test has used what it was before: a tenth of the work of a new one.
 *
 * @returns false where it cannot be made so in little time, or its tables are others by now
 */
export async function makeUnused(db: AnyDb, unused: Unused): Promise<boolean> {
  if ((await schemaOf(db)) !== unused.schema) return false;
  const filled = await tablesWithRows(db);
  if (filled.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_MAX) return false;
  const kept = await rowsIn(
    db,
    filled.filter(({ name }) => unused.rows.has(name)),
  );
  const changed = [...unused.rows].filter(([name, rows]) => kept.get(name) !== rows);
  const emptied = filled.filter(
    ({ name }) => !unused.rows.has(name) || kept.get(name) !== unused.rows.get(name),
  );
  await db.transaction().execute(async (tx) => {
    // Neither keys nor triggers, such as those that keep a log as it is.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { name } of emptied) await sql`delete from ${sql.raw(name)}`.execute(tx);
    for (const [name, rows] of changed) {
      const table = sql.raw(name);
      await sql`
        insert into ${table} overriding system value
        select * from json_populate_recordset(null::${table}, ${rows}::json)
      `.execute(tx);
    }
    await sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`.execute(tx);
  });
  return true;
}

/** Whatever changes a table, an index, a rule or a function writes its row in one of these again. */
const CATALOGS = [
  'pg_class',
  'pg_attribute',
  'pg_constraint',
  'pg_index',
  'pg_proc',
  'pg_trigger',
  'pg_type',
];

async function schemaOf(db: AnyDb): Promise<string> {
  const parts = CATALOGS.map(
    (name) =>
      sql`select count(*) as rows, max(xmin::text::bigint) as newest from ${sql.table(name)}`,
  );
  const { rows } = await sql`${sql.join(parts, sql` union all `)}`.execute(db);
  return JSON.stringify(rows);
}

type Filled = Readonly<{ name: string; bytes: number }>;

async function tablesWithRows(db: AnyDb): Promise<Filled[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1
  `.execute(db);
  const parts = tables.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, pg_relation_size(${sql.lit(name)}::regclass) as bytes
      where exists (select from ${sql.raw(name)})`,
  );
  const { rows } = await sql<Filled>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

async function rowsIn(db: AnyDb, tables: readonly Filled[]): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map();
  const parts = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, json_agg(t order by t::text)::text as rows from ${sql.raw(name)} t`,
  );
  const { rows } = await sql<{ name: string; rows: string }>`
    ${sql.join(parts, sql` union all `)}
  `.execute(db);
  return new Map(rows.map(({ name, rows: text }) => [name, text]));
}
