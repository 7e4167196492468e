import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';

/** Runs SQL as it stands, one statement after the other. @returns the rows of the last one */
export async function runStatements<Row>(db: Db, statements: readonly string[]): Promise<Row[]> {
  let rows: Row[] = [];
  for (const statement of statements) rows = (await sql.raw<Row>(statement).execute(db)).rows;
  return rows;
}
