import { type Kysely, sql } from 'kysely';

/** Which key the data is sealed and signed with, so that a command with another one can say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_in_use (
      id integer primary key default 1 check (id = 1),
      key_id text not null,
      since timestamptz not null
    )
  `.execute(db);
}
