import { type Kysely, sql } from 'kysely';

/** What the constraint allowed before it still allows: whoever runs an older version does not break it. */
export const takesAway = { usedUntil: '0.1.0' };

/** An account on recorded prices can have gone through all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const constraint = 'hosted_accounts_waits_for_check';
  await sql.raw(`alter table hosted_accounts drop constraint ${constraint}`).execute(db);
  await sql
    .raw(
      `alter table hosted_accounts add constraint ${constraint}
        check (waits_for in ('practice_hours', 'plan', 'file_end')) not valid`,
    )
    .execute(db);
  await sql.raw(`alter table hosted_accounts validate constraint ${constraint}`).execute(db);
}
