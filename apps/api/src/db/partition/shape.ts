import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export type Column = Readonly<{
  name: string;
  type: string;
  generated: boolean;
  identity: boolean;
}>;
export type Definition = Readonly<{ name: string; definition: string }>;

/** A table as it has to be made again. */
export type Shape = Readonly<{
  table: string;
  columns: readonly Column[];
  /** Columns of the primary key, in order. */
  key: readonly string[];
  /** Primary key and unique constraints. */
  unique: readonly Definition[];
  indexes: readonly Definition[];
  /** What it refers to. */
  references: readonly Definition[];
  /** What refers to it. */
  referredBy: readonly (Definition & { table: string })[];
  /** Such as `fillfactor=70`. */
  options: readonly string[];
  /** Rights of others, as statements after `grant`. */
  grants: readonly string[];
}>;

/** @throws Error when there is no such table, or something hangs on it that would be lost */
export async function readShape(db: Db, table: string): Promise<Shape> {
  const columns = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attgenerated <> '' as generated, a.attidentity <> '' as identity
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum
  `.execute(db);
  const key = await sql<{ name: string }>`
    select a.attname as name from pg_index i
      cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.place
  `.execute(db);
  const constraints = await sql<Definition & { kind: string; own: boolean; table: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition, contype as kind,
      conrelid = ${table}::regclass as own, conrelid::regclass::text as table
    from pg_constraint
    where (conrelid = ${table}::regclass or (contype = 'f' and confrelid = ${table}::regclass))
      and conparentid = 0
    order by conname
  `.execute(db);
  const indexes = await sql<Definition>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by 1
  `.execute(db);
  const rest = await sql<{ options: string[]; grants: string[]; triggers: string[] }>`
    select coalesce(c.reloptions, '{}') as options,
      array(select format('%s on %s to %s', privilege_type, ${table}::text,
          case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
        from aclexplode(c.relacl) where grantee <> c.relowner) as grants,
      array(select tgname::text from pg_trigger
        where tgrelid = c.oid and not tgisinternal and tgname <> 'partition_copy') as triggers
    from pg_class c where c.oid = ${table}::regclass
  `.execute(db);
  const { options = [], grants = [], triggers = [] } = rest.rows[0] ?? {};
  if (triggers.length > 0)
    throw new Error(
      `${table} has triggers of its own (${triggers.join(', ')}), which a copy would lack`,
    );
  const ofKind = (...kinds: string[]) =>
    constraints.rows.filter(({ kind, own }) => own && kinds.includes(kind));
  return {
    table,
    columns: columns.rows,
    key: key.rows.map(({ name }) => name),
    unique: ofKind('p', 'u'),
    indexes: indexes.rows,
    references: ofKind('f'),
    referredBy: constraints.rows.filter(({ kind, own }) => kind === 'f' && !own),
    options,
    grants,
  };
}

/** Number of partitions; 0 for a table in one piece. */
export async function countPartitions(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_inherits i
      join pg_class parent on parent.oid = i.inhparent and parent.relkind = 'p'
    where i.inhparent = ${table}::regclass
  `.execute(db);
  return rows[0]?.count ?? 0;
}
