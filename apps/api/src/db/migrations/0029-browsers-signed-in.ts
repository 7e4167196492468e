import { type Kysely, sql } from 'kysely';

/** A browser that only set a password with a mailed link is known as well, but has proved no second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table known_browsers add column signed_in_at timestamptz`.execute(db);
}
