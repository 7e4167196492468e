import { sql } from 'kysely';
import { withoutTimeLimit } from './query-limit.ts';
import { SHAPE_LOCK } from './schema.queries.ts';
import type { Db } from './tables.ts';

/**
 * An index on a table that may be large. It is built while the table is written to, outside of the
 * transaction that migrations are done in; the service must work, if slower, until it is there.
 */
export type LargeIndex = Readonly<{
  name: string;
  /** What comes after its name, beginning with "on" and the table: `on trades (user_id, symbol)`. */
  on: string;
}>;

/** What a released version lists stays listed. */
export const LARGE_INDEXES: readonly LargeIndex[] = [];

/**
 * Builds the indexes that are missing, and once more those that were left half built. Of several copies one
 * builds; the others go on without waiting: one that waited in the database would itself be waited for.
 */
export async function buildLargeIndexes(db: Db, indexes: readonly LargeIndex[]): Promise<void> {
  if (indexes.length === 0) return;
  // The lock belongs to a connection.
  await withoutTimeLimit(db, async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(${SHAPE_LOCK}) as mine
    `.execute(connection);
    if (!rows[0]?.mine) return;
    try {
      for (const index of indexes) await build(connection, index);
    } finally {
      await sql`select pg_advisory_unlock(${SHAPE_LOCK})`.execute(connection);
    }
  });
}

async function build(db: Db, index: LargeIndex): Promise<void> {
  const table = /^on (\w+)/.exec(index.on)?.[1];
  if (!table) throw new Error(`${index.name} does not say which table it is on: ${index.on}`);
  const partitions = await listPartitions(db, table);
  if (partitions.length === 0) return buildBeside(db, index);
  if (await isIndexWhole(db, index.name)) return;
  // Not to be had beside writes for all at once: one that nobody uses yet, which is whole with the last part.
  const rest = index.on.slice(`on ${table}`.length);
  const { name } = index;
  await sql`
    create index if not exists ${sql.id(name)} on only ${sql.id(table)} ${sql.raw(rest)}
  `.execute(db);
  for (const partition of partitions) {
    const part = `${partition}_${name}`;
    await buildBeside(db, { name: part, on: `on ${partition}${rest}` });
    await sql`alter index ${sql.id(name)} attach partition ${sql.id(part)}`.execute(db);
  }
}

async function buildBeside(db: Db, { name, on }: LargeIndex): Promise<void> {
  const whole = await isIndexWhole(db, name);
  if (whole) return;
  if (whole === false) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql`create index concurrently ${sql.id(name)} ${sql.raw(on)}`.execute(db);
}

/** Whether an index can be used; null: there is none. What built it may have been killed halfway. */
export async function isIndexWhole(db: Db, name: string): Promise<boolean | null> {
  const { rows } = await sql<{ whole: boolean }>`
    select indisvalid as whole from pg_index where indexrelid = to_regclass(${name})
  `.execute(db);
  return rows[0]?.whole ?? null;
}

/** Names of a table's partitions; none for one that is in one piece. */
async function listPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select part.relname::text as name from pg_inherits
      join pg_class as part on part.oid = inhrelid and part.relispartition
    where inhparent = to_regclass(${table}) order by part.relname
  `.execute(db);
  return rows.map(({ name }) => name);
}
