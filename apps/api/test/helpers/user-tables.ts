import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';

/** Every table with a column `user_id`, and its columns, as the database itself says. One in partitions is one. */
export async function userTables(db: Db): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.table_name::text as "table", array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    where c.table_schema = 'public'
      and not (select relispartition from pg_class where oid = format('%I', c.table_name)::regclass)
    group by c.table_name
    having bool_or(c.column_name = 'user_id')
    order by 1
  `.execute(db);
  return rows;
}

/** How many rows each of these tables has of a user; those without any are left out. */
export async function rowsOf(db: Db, userId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { table } of await userTables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where user_id = ${userId}
    `.execute(db);
    if (rows[0]?.count) found[table] = rows[0].count;
  }
  return found;
}
