import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { freshDatabase } from './fresh-database.ts';

/** A database of its own without any schema; it goes with the test. */
export async function emptyDatabase(test: TestContext): Promise<Database> {
  const database = await freshDatabase();
  test.after(() => database.close());
  await sql.raw('drop schema public cascade').execute(database.db);
  await sql.raw('create schema public').execute(database.db);
  return database;
}
