import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

export type Constraint = Readonly<{ table: string; name: string; definition: string }>;

/** Every foreign key, as it can be made again. */
export async function findConstraints(db: Db): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select c.relname::text as "table", k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
    order by 1, 2
  `.execute(db);
  return rows;
}

/** Takes them away, or adds them, which looks at every row. */
export async function setConstraints(
  db: Db,
  constraints: readonly Constraint[],
  what: 'drop' | 'add',
): Promise<void> {
  for (const { table, name, definition } of constraints) {
    const change =
      what === 'drop'
        ? sql`drop constraint ${sql.id(name)}`
        : sql`add constraint ${sql.id(name)} ${sql.raw(definition)}`;
    await sql`alter table ${sql.table(table)} ${change}`.execute(db);
  }
}
