import type { Db } from '../../db/tables.ts';
import {
  type ExportedRow,
  findUserToExport,
  listMailsTo,
  listMessagesFrom,
  readTable,
} from './export.queries.ts';
import { EXPORT_TABLES } from './export-tables.ts';

/**
 * Everything of a user as one JSON document, in pieces: at no time more of it is in memory than a batch
 * of rows.
 */
export async function* exportDocument(
  db: Db,
  user: { id: string; email: string },
  exportedAt: string,
): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(exportedAt)},\n`;
  yield `"user": ${JSON.stringify((await findUserToExport(db, user.id)) ?? null)}`;
  for (const table of EXPORT_TABLES) yield* arrayOf(table.table, readTable(db, table, user.id));
  yield* arrayOf('mails', once(listMailsTo(db, user.email)));
  yield* arrayOf('contact_messages', once(listMessagesFrom(db, user.email)));
  yield '\n}\n';
}

async function* arrayOf(
  name: string,
  batches: AsyncIterable<readonly ExportedRow[]>,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let first = true;
  for await (const rows of batches) {
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield first ? `\n${lines}` : `,\n${lines}`;
    first = false;
  }
  yield first ? ']' : '\n]';
}

async function* once(rows: Promise<ExportedRow[]>): AsyncGenerator<ExportedRow[]> {
  const all = await rows;
  if (all.length > 0) yield all;
}
