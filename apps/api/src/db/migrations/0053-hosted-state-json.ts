import { type Kysely, sql } from 'kysely';

/** An older version writes `jsonb`, which becomes `json` on assignment, and reads the same document. */
export const takesAway = { usedUntil: '0.1.0' };

/**
 * What a hosted account goes on with is read as a whole and rewritten at every bar: kept as it came, without being
 * taken apart, it costs the database less than half.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hosted_accounts alter column state type json`.execute(db);
}
