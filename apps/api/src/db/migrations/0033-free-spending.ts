import { type Kysely, sql } from 'kysely';

/** What all Free accounts together take of paid models on a UTC day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table free_spending (day text primary key, tokens bigint not null)`.execute(db);
}
