import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { BackupColumn } from './backup-format.ts';
import type { StoredTable } from './catalogue.queries.ts';

const ROWS_AT_ONCE = 500;

/**
 * For the rest of a transaction: texts come out, and are read, the same wherever that is; and nothing is
 * called off because it takes long.
 */
export async function settleTexts(tx: Db): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'iso_8601'`,
    `bytea_output = 'hex'`,
    `extra_float_digits = 1`,
    `statement_timeout = 0`,
    `idle_in_transaction_session_timeout = 0`,
    `client_min_messages = warning`,
  ])
    await sql.raw(`set local ${setting}`).execute(tx);
}

/**
 * Every row of a table as a line, in the order of its key, some hundred at a time. Letters are ordered by
 * their bytes: two databases need not agree on any other order.
 *
 * @param tx a transaction; only one table of it is read at a time
 */
export async function* readRows(
  tx: Db,
  { table, columns, key }: StoredTable,
): AsyncGenerator<string[]> {
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text`);
  const ordered = key.length > 0 ? columnsOf(columns, key) : columns;
  await sql`
    declare backup_rows no scroll cursor for
    select json_build_array(${sql.join(texts)})::text as line from ${sql.table(table)}
    order by ${sql.join(ordered.map(orderOf))}
  `.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows
    `.execute(tx);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close backup_rows`.execute(tx);
}

/** @param lines rows as `readRows` gives them */
export async function insertRows(
  tx: Db,
  { table, columns }: Readonly<{ table: string; columns: readonly BackupColumn[] }>,
  lines: readonly string[],
): Promise<void> {
  const names = columns.map(({ name }) => sql.ref(name));
  const values = columns.map(({ type }, index) => sql`(r ->> ${sql.lit(index)})::${sql.raw(type)}`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${`[${lines.join()}]`}::jsonb) as r
  `.execute(tx);
}

function columnsOf(columns: readonly BackupColumn[], key: readonly string[]): BackupColumn[] {
  return key.flatMap((name) => columns.filter((column) => column.name === name));
}

function orderOf({ name, type }: BackupColumn): RawBuilder<unknown> {
  const isText = type === 'text' || type.startsWith('character varying');
  if (isText) return sql`${sql.ref(name)} collate "C"`;
  // What has no order of its own (json) is ordered by its text.
  return /^jsonb?$/.test(type) ? sql`${sql.ref(name)}::text collate "C"` : sql.ref(name);
}
