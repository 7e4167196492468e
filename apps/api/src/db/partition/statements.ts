import type { Shape } from './shape.ts';

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
