import { type Kysely, sql } from 'kysely';

/**
 * Tokens that are set aside say for which question, and until when the copy of the service that asks it is
 * believed to be at it: the other copies wait for its answer in place of asking as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table token_reservations add column question text, add column held_until timestamptz
  `.execute(db);
}
