import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Name of the newest migration that was done; empty where none was. @throws Error on an empty database */
export async function readNewestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(name) as newest from kysely_migration
  `.execute(db);
  return rows[0]?.newest ?? '';
}

/** Names of all migrations that were done; none on an empty database. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there
  `.execute(db);
  if (!found[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether an index can be used; null: there is none. What built it may have been killed halfway. */
export async function isIndexWhole(db: Db, name: string): Promise<boolean | null> {
  const { rows } = await sql<{ whole: boolean }>`
    select indisvalid as whole from pg_index where indexrelid = to_regclass(${name})
  `.execute(db);
  return rows[0]?.whole ?? null;
}

/** Names of a table's partitions; none for one that is in one piece. */
export async function listPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select part.relname::text as name from pg_inherits
      join pg_class as part on part.oid = inhrelid and part.relispartition
    where inhparent = to_regclass(${table}) order by part.relname
  `.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Held by whoever builds large indexes, and by whoever partitions tables: a copy that was begun would lack an
 * index that is built meanwhile.
 */
export const SHAPE_LOCK = 7_261_002;

/** @returns whether nobody else builds indexes */
export async function lockBuilding(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${SHAPE_LOCK}) as mine
  `.execute(connection);
  return rows[0]?.mine ?? false;
}

export async function unlockBuilding(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${SHAPE_LOCK})`.execute(connection);
}
