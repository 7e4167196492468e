import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { LARGE_TABLES, validateReferences } from './partition-tables.ts';
import { copyName, copyStatements, countPartitions, readShape, swapStatements } from './shape.ts';

/** How many partitions each table that is in some has. */
export type Partitions = ReadonlyMap<string, number>;

/** Works on a database without any of the tables as well. */
export async function readPartitions(db: Db): Promise<Partitions> {
  const { rows } = await sql<{ table: string }>`
    select relname::text as "table" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'p' and not relispartition
  `.execute(db);
  const found = new Map<string, number>();
  for (const { table } of rows)
    if (LARGE_TABLES.includes(table)) found.set(table, await countPartitions(db, table));
  return found;
}

/**
 * Puts tables without rows into partitions, in the caller's transaction. Those whose key does not begin with
 * the user yet, because the schema is an old one, stay in one piece.
 *
 * @returns the tables that stayed
 */
export async function partitionEmpty(tx: Db, partitions: Partitions): Promise<string[]> {
  const stayed: string[] = [];
  for (const table of LARGE_TABLES) {
    const count = partitions.get(table);
    if (count === undefined) continue;
    const { rows } = await sql<{ is: boolean }>`
      select to_regclass(${table}) is not null as is
    `.execute(tx);
    const shape = rows[0]?.is ? await readShape(tx, table) : null;
    if (!shape?.unique.every(({ definition }) => /\buser_id\b/.test(definition))) {
      stayed.push(table);
      continue;
    }
    for (const statement of [...copyStatements(shape, count), ...swapStatements(shape)])
      await sql.raw(statement).execute(tx);
    await validateReferences(tx, table);
  }
  return stayed;
}

/** What there is beside the tables themselves while they are being partitioned. */
export const ONLY_WHILE_PARTITIONING: readonly string[] = [
  'partition_copies',
  ...LARGE_TABLES.map(copyName),
];
