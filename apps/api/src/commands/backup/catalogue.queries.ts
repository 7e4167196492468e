import { sql } from 'kysely';
import { ONLY_WHILE_PARTITIONING } from '../../db/partition/partition-empty.ts';
import type { Db } from '../../db/tables.ts';
import type { BackupColumn, SequenceValue } from './backup-format.ts';

export type StoredTable = Readonly<{
  table: string;
  /** Those that are stored; what the database computes is left to it. */
  columns: readonly BackupColumn[];
  /** Columns of the primary key, in its order. */
  key: readonly string[];
}>;

/**
 * Every table but the migrations' own, by name. A partitioned table is one; what there is only while a table
 * is being partitioned is none.
 */
export async function findTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname::text as "table",
      (
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]'::json)
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary
      ) as key
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not like 'kysely_%'
      and c.relname <> all (${[...ONLY_WHILE_PARTITIONING]}::text[])
    order by c.relname
  `.execute(db);
  return rows;
}

/** Where columns that number their rows have come to; those that never did are left out. */
export async function findSequences(db: Db): Promise<SequenceValue[]> {
  const { rows } = await sql<SequenceValue>`
    select s.* from (
      select c.relname::text as "table", a.attname::text as "column",
        pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) as last
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and not a.attisdropped and not c.relispartition
        and c.relnamespace = current_schema()::regnamespace
    ) s
    where s.last is not null
  `.execute(db);
  return rows;
}

export async function setSequence(db: Db, { table, column, last }: SequenceValue): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(quote_ident(${table}::text), ${column}::text), ${last}::bigint)
  `.execute(db);
}

/** @returns the newest migration; null where none was ever done */
export async function findSchema(db: Db): Promise<string | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there
  `.execute(db);
  if (!found[0]?.there) return null;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1
  `.execute(db);
  return rows[0]?.name ?? null;
}

/** Those of the tables that have a row. */
export async function findFilled(db: Db, tables: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

/** Removes every table and function of the service, and nothing that an extension has brought along. */
export async function removeEverything(db: Db): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop table if exists %I cascade', c.relname) as statement
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  `.execute(db);
  for (const { statement } of rows) await sql.raw(statement).execute(db);
}

/** Other programs that are connected to this database. */
export async function countOthers(db: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      -- What kind it is, is not told of other people's; those of PostgreSQL's own belong to nobody.
      and (backend_type = 'client backend' or (backend_type is null and usesysid is not null))
  `.execute(db);
  return rows[0]?.others ?? 0;
}
