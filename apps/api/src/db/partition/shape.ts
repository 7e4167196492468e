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

/** Statements that make a partitioned copy of a table; each name of the copy ends in `_copy` until it is swapped. */
export function copyStatements(shape: Shape, count: number): string[] {
  const { table, unique, indexes, references, options } = shape;
  const copy = copyName(table);
  const stored = options.length > 0 ? ` with (${options.join(', ')})` : '';
  return [
    `create table ${copy} (like ${table} including all excluding indexes) partition by hash (user_id)`,
    ...Array.from(
      { length: count },
      (_, at) =>
        `create table ${table}_p${at} partition of ${copy} for values with (modulus ${count}, remainder ${at})${stored}`,
    ),
    ...unique.map(
      ({ name, definition }) =>
        `alter table ${copy} add constraint ${copyName(name)} ${definition}`,
    ),
    ...indexes.map(({ name, definition }) => indexOn(copy, name, definition)),
    ...references.map(
      ({ name, definition }) => `alter table ${copy} add constraint ${name} ${definition}`,
    ),
  ];
}

function indexOn(copy: string, name: string, definition: string): string {
  const made = definition.replace(
    /^(CREATE (?:UNIQUE )?INDEX) \S+ ON (?:ONLY )?\S+ /,
    `$1 ${copyName(name)} ON ${copy} `,
  );
  if (made === definition) throw new Error(`an index that cannot be read: ${definition}`);
  return made;
}

export function copyName(name: string): string {
  return `${name}_copy`;
}

/** Statements after which every change of the table is made in the copy as well, in the same transaction. */
export function followStatements(shape: Shape): string[] {
  const { table, key } = shape;
  const copy = copyName(table);
  const names = written(shape);
  const same = (row: string) => key.map((name) => `c.${name} = ${row}.${name}`).join(' and ');
  const moved = key.map((name) => `old.${name} <> new.${name}`).join(' or ');
  const fixed = new Set([
    ...key,
    ...shape.columns.filter((each) => each.identity).map((each) => each.name),
  ]);
  const changed = names.filter((name) => !fixed.has(name));
  const meet =
    changed.length === 0
      ? 'do nothing'
      : `do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return [
    `create function ${followName(table)}() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        delete from ${copy} c where ${same('old')};
        return null;
      end if;
      if tg_op = 'UPDATE' and (${moved}) then
        delete from ${copy} c where ${same('old')};
      end if;
      insert into ${copy} (${names.join(', ')}) overriding system value
        values (${names.map((name) => `new.${name}`).join(', ')})
        on conflict (${key.join(', ')}) ${meet};
      return null;
    end $$`,
    `create trigger partition_copy after insert or update or delete on ${table}
      for each row execute function ${followName(table)}()`,
  ];
}

export function followName(table: string): string {
  return `partition_copy_${table}`;
}

/** Columns whose values are stored, in order; generated ones make themselves. */
export function written({ columns }: Shape): string[] {
  return columns.filter(({ generated }) => !generated).map(({ name }) => name);
}

/** Statements that put the copy in the table's place. In one transaction, with the table locked. */
export function swapStatements(shape: Shape): string[] {
  const { table, unique, indexes, references, referredBy, grants, columns } = shape;
  const copy = copyName(table);
  return [
    ...columns
      .filter(({ identity }) => identity)
      .map(
        ({ name }) => `select setval(pg_get_serial_sequence('${copy}', '${name}'),
          coalesce((select max(${name}) from ${table}), 0) + 1, false)`,
      ),
    ...referredBy.map((each) => `alter table ${each.table} drop constraint ${each.name}`),
    ...references.map(({ name }) => `alter table ${table} drop constraint ${name}`),
    `drop table ${table}`,
    `drop function if exists ${followName(table)}()`,
    `alter table ${copy} rename to ${table}`,
    ...unique.map(
      ({ name }) => `alter table ${table} rename constraint ${copyName(name)} to ${name}`,
    ),
    ...indexes.map(({ name }) => `alter index ${copyName(name)} rename to ${name}`),
    ...referredBy.map(
      (each) =>
        `alter table ${each.table} add constraint ${each.name} ${each.definition} not valid`,
    ),
    ...grants.map((grant) => `grant ${grant}`),
  ];
}
