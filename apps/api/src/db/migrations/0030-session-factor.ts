import { type Kysely, sql } from 'kysely';

/** When a session's user last gave a second factor; null for those that are open already: the next act asks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column factor_at timestamptz`.execute(db);
}
