import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';

/**
 * Everything that a schema is made of, one line each, sorted: columns with types and defaults, constraints,
 * indexes, triggers, functions. Two databases with the same lines are the same.
 */
export async function readCatalogue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'column ' || class.relname || '.' || attribute.attname || ' '
      || format_type(attribute.atttypid, attribute.atttypmod)
      || case when attribute.attnotnull then ' not null' else '' end
      || case when attribute.attgenerated <> '' then ' generated' else '' end
      || coalesce(' default ' || pg_get_expr(fallback.adbin, fallback.adrelid), '') as line
    from pg_attribute as attribute
    join pg_class as class on class.oid = attribute.attrelid and class.relkind in ('r', 'p', 'v', 'm')
    left join pg_attrdef as fallback
      on fallback.adrelid = attribute.attrelid and fallback.adnum = attribute.attnum
    where class.relnamespace = 'public'::regnamespace
      and attribute.attnum > 0 and not attribute.attisdropped
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'trigger ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class as class on class.oid = tgrelid and class.relnamespace = 'public'::regnamespace
    where not tgisinternal
    union all
    select 'function ' || pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
  `.execute(db);
  return rows.map(({ line }) => line).sort();
}

export type TableColumn = Readonly<{
  table_name: string;
  column_name: string;
  /** As PostgreSQL writes it: bigint, text[], timestamp with time zone. */
  type: string;
  /** The first word that a check lets through, where one lists words. */
  word: string | null;
  /** Where it points to. */
  target_table: string | null;
  target_column: string | null;
}>;

/** Every column of every table that a statement may set. */
export async function readColumns(db: Db): Promise<TableColumn[]> {
  const { rows } = await sql<TableColumn>`
    select class.relname as table_name, attribute.attname as column_name,
      format_type(attribute.atttypid, attribute.atttypmod) as type,
      (
        select (regexp_match(pg_get_constraintdef(checks.oid), '''([^'']+)''::text'))[1]
        from pg_constraint as checks
        where checks.conrelid = class.oid and checks.contype = 'c'
          and checks.conkey = array[attribute.attnum] limit 1
      ) as word,
      points.target_table, points.target_column
    from pg_attribute as attribute
    join pg_class as class on class.oid = attribute.attrelid and class.relkind in ('r', 'p')
      and not class.relispartition
    left join lateral (
      select target.relname as target_table, there.attname as target_column
      from pg_constraint as reference
      join pg_class as target on target.oid = reference.confrelid
      join pg_attribute as there on there.attrelid = target.oid
        and there.attnum = reference.confkey[array_position(reference.conkey, attribute.attnum)]
      where reference.conrelid = class.oid and reference.contype = 'f'
        and attribute.attnum = any (reference.conkey)
      order by cardinality(reference.conkey) desc limit 1
    ) as points on true
    where class.relnamespace = 'public'::regnamespace and class.relname not like 'kysely%'
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
      and attribute.attidentity = ''
    order by class.relname, attribute.attnum
  `.execute(db);
  return rows;
}
