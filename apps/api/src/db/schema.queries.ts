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

/**
 * Held by whoever builds large indexes, and by whoever partitions tables: a copy that was begun would lack an
 * index that is built meanwhile.
 */
export const SHAPE_LOCK = 7_261_002;
