import { type Kysely, sql } from 'kysely';

/** The language that a user reads in: of mails, notices, and of answers to calls that name none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column locale text not null default 'en' check (locale in ('en', 'es'))
  `.execute(db);
}
