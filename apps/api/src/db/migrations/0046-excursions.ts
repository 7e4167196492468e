import { type Kysely, sql } from 'kysely';

/** How far a trade was ahead and behind while it was open, in minor units; null where its bot did not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table trades add column best_excursion bigint, add column worst_excursion bigint')
    .execute(db);
}
