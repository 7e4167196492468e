import { type Kysely, sql } from 'kysely';

/** Under which limits its owner had a decision made; null on decisions of before owners could choose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table decisions add column verdict_limits jsonb').execute(db);
}
