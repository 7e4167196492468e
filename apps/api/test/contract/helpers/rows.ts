import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../src/db/tables.ts';

export type Row = Readonly<{ table: string; row: Readonly<Record<string, unknown>> }>;

const found = z.array(z.object({ table_name: z.string(), row: z.record(z.string(), z.unknown()) }));

/** Every row of every table, in an order that depends on nothing but what they hold. */
export async function allRows(db: Db): Promise<Row[]> {
  const tables = await tablesOf(db);
  const parts = tables.map(
    (name) =>
      sql`select ${sql.lit(name)} as table_name, to_jsonb(t) as row from ${sql.table(name)} t`,
  );
  const { rows } = await sql`${sql.join(parts, sql` union all `)}`.execute(db);
  return found
    .parse(rows)
    .map(({ table_name, row }) => ({ table: table_name, row }))
    .toSorted((a, b) => (asText(a) < asText(b) ? -1 : 1));
}

/** The rows that belong to a user: their own, and every row that names them. */
export function rowsOf(rows: readonly Row[], userId: string): Row[] {
  return rows.filter(
    ({ table, row }) => row.user_id === userId || (table === 'users' && row.id === userId),
  );
}

export function asText({ table, row }: Row): string {
  return `${table} ${JSON.stringify(row)}`;
}

async function tablesOf(db: Kysely<never> | Db): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)
    order by table_name`.execute(db);
  if (rows.length === 0) throw new Error('the database has no tables');
  return rows.map((row) => row.table_name);
}
