import { type Kysely, sql } from 'kysely';

/** What a trade was before a report with other figures replaced it, and the source's own word for its state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trades add column corrections jsonb, add column reported_status text
  `.execute(db);
}
