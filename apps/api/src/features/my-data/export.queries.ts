import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { ExportTable } from './export-table.ts';

export type ExportedRow = Record<string, unknown>;

/**
 * The user's rows of a table, a batch at a time, each after the last one. No transaction is held open
 * while a slow reader takes them: what is written meanwhile may or may not be among them.
 */
export async function* readTable(
  db: Db,
  { table, columns, key, batch }: ExportTable,
  userId: string,
): AsyncGenerator<ExportedRow[]> {
  const place = sql.join(key.map((name) => sql.ref(name)));
  const chosen = sql.join([
    ...columns.map((name) => sql.ref(name)),
    ...key.map((name, index) => sql`${sql.ref(name)}::text as ${sql.ref(`key_${index}`)}`),
  ]);
  let last: unknown[] | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> = last ? sql`and (${place}) > (${sql.join(last)})` : sql``;
    const { rows } = await sql<ExportedRow>`
      select ${chosen} from ${sql.table(table)}
      where user_id = ${userId} ${after}
      order by ${place} limit ${batch}
    `.execute(db);
    if (rows.length > 0) yield rows.map((row) => pick(row, columns));
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = key.map((_name, index) => end[`key_${index}`]);
  }
}

export function findUserToExport(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'role',
      'given_plan',
      'given_until',
      'email_verified_at',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Mails to the address without their texts, which may hold links that sign in. */
export function listMailsTo(db: Db, email: string) {
  return db
    .selectFrom('outbox')
    .select(['subject', 'created_at', 'sent_at'])
    .where((row) => row(row.fn<string>('lower', ['to_address']), '=', email.toLowerCase()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILS_MAX)
    .execute();
}

/** Messages of the contact form that were signed with the address. */
export function listMessagesFrom(db: Db, email: string) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'subject', 'message', 'created_at'])
    .where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_MAX)
    .execute();
}

const MAILS_MAX = 10_000;
const MESSAGES_MAX = 1_000;

function pick(row: ExportedRow, columns: readonly string[]): ExportedRow {
  return Object.fromEntries(columns.map((name) => [name, row[name]]));
}
