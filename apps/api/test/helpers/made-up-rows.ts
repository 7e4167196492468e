import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import type { TableColumn } from './catalogue.ts';

/** Where a check asks for more than a type tells. */
const RULES: Readonly<Record<string, (salt: number) => string | null>> = {
  'reviews.rating': () => '5',
  'trades.closed_at': () => null,
  'trades.profit': (salt) => String(4 * salt),
  'email_tokens.new_email': () => null,
  'challenges.new_email': () => null,
  'journal_pictures.day': () => null,
  'silence_watch.id': () => '1',
  'key_in_use.id': () => '1',
  'service_minutes.minute': (salt) => new Date(salt * 60_000).toISOString(),
};

/** The key of a table of one row, which may be there. Two older tables call theirs an id. */
const ONE_ROW_KEY = 'one';
const ONE_ROW: readonly string[] = ['silence_watch', 'key_in_use'];

/**
 * Puts a row into every table, as code would that knows these columns and no others.
 *
 * @param salt makes rows of one call differ from those of another
 * @throws Error that lists the tables that refused their row, and why
 */
export async function insertMadeUpRows(
  db: Db,
  columns: readonly TableColumn[],
  salt: number,
): Promise<void> {
  const tables = Map.groupBy(columns, (column) => column.table_name);
  let waiting = [...tables.keys()];
  let refused: string[] = [];
  // Rows that point to others go in once those are there.
  while (waiting.length > 0) {
    const before = waiting.length;
    refused = [];
    const still: string[] = [];
    for (const table of waiting) {
      try {
        await insertRow(db, table, tables.get(table) ?? [], salt);
      } catch (error) {
        still.push(table);
        refused.push(`${table}: ${error instanceof Error ? error.message : 'no error'}`);
      }
    }
    waiting = still;
    if (waiting.length === before) throw new Error(`rows were refused:\n${refused.join('\n')}`);
  }
}

async function insertRow(
  db: Db,
  table: string,
  columns: readonly TableColumn[],
  salt: number,
): Promise<void> {
  const names = columns.map((column) => sql.id(column.column_name));
  const values = columns.map(
    (column) => sql`${madeUp(column, salt)}::text::${sql.raw(column.type)}`,
  );
  const hasOneRow =
    ONE_ROW.includes(table) || columns.some(({ column_name }) => column_name === ONE_ROW_KEY);
  const unless = hasOneRow ? sql`on conflict do nothing` : sql``;
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)}) ${unless}
  `.execute(db);
}

/** The same for a column and for whatever points to it. */
function madeUp(column: TableColumn, salt: number): string | null {
  const rule = RULES[`${column.table_name}.${column.column_name}`];
  if (rule) return rule(salt);
  if (column.word !== null) return column.word;
  const { type } = column;
  if (type === 'uuid') return `01890000-0000-7000-8000-${String(salt).padStart(12, '0')}`;
  if (type === 'text') return `made up ${salt}`;
  if (type === 'jsonb' || type === 'json') return '{}';
  if (type.endsWith('[]')) return '{}';
  if (type.startsWith('timestamp')) return `2026-03-01T00:00:00Z`;
  if (type === 'date') return '2026-03-01';
  if (type === 'boolean') return String(column.column_name === ONE_ROW_KEY);
  if (type === 'bytea') return '\\x00';
  return String(salt);
}
