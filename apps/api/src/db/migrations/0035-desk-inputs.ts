import { type Kysely, sql } from 'kysely';

/** What a bot's risk desk looked at, so that the same desk can be asked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table decision_outcomes add column desk_inputs jsonb`.execute(db);
}
