import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';

/** Streams counted by one statement: an append waits for no more than that. */
const BATCH = 500;

/**
 * Notes, once in a UTC day, how many entries each stream has got since the day before. Days in which nobody counted
 * share what came in them.
 */
export async function countGrowth({
  db,
  clock,
}: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      ${acrossUsers('entries of everybody are counted once a day')}
      update record_streams as stream set
        grew = case
          when stream.counted_on is not null
            then (stream.entries - stream.counted) / greatest(1, ${today}::date - stream.counted_on)
          when exists (
            select from record_entries as first
            where first.user_id = stream.user_id and first.subject_id = stream.subject_id
              and first.position = 1 and first.at >= ${today}::date - 1
          ) then stream.entries
          else 0 end,
        counted = stream.entries,
        counted_on = ${today}::date
      from (
        select user_id, subject_id from record_streams
        where counted_on is null or counted_on < ${today}::date
        limit ${BATCH} for update skip locked
      ) as due
      where stream.user_id = due.user_id and stream.subject_id = due.subject_id
    `.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}

export type Growing = Readonly<{
  user_id: string;
  username: string;
  /** In the last full UTC day. */
  entries_day: number;
  entries: number;
}>;

/** Users whose records grow fastest. */
export async function findGrowing(db: Db, most: number, now: Date): Promise<Growing[]> {
  const { rows } = await sql<Growing>`
    ${acrossUsers('operators see who grows fastest')}
    select stream.user_id, users.username, sum(stream.grew)::float8 as entries_day,
      sum(stream.entries)::float8 as entries
    from record_streams as stream
    join users on users.id = stream.user_id
    where stream.counted_on >= ${now.toISOString().slice(0, 10)}::date - 1
    group by 1, 2 having sum(stream.grew) > 0
    order by 3 desc, 1 limit ${most}
  `.execute(db);
  return rows;
}
