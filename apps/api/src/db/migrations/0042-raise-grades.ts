import { type Kysely, sql } from 'kysely';

/**
 * What is graded `alone` and may rise is found by its moment. Most rows are in neither index: decisions that others
 * agree with, and outcomes of candles of the past, which lie at other times.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index decisions_alone on decisions (as_of) where market_grade = 'alone' and clock_class = 'live'`,
    )
    .execute(db);
  await sql
    .raw(
      `create index decision_outcomes_alone on decision_outcomes (touched_at) where touch_grade = 'alone'`,
    )
    .execute(db);
  // Moments of old age are removed.
  await sql.raw('create index shared_moments_by_time on shared_moments (as_of)').execute(db);
}
