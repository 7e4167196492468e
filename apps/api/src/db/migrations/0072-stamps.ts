import { type Kysely, sql } from 'kysely';

/** When an authority of time is asked next for a stamp of the log, and what went wrong last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_stamping (
      one boolean primary key default true check (one),
      next_at timestamptz not null,
      failures integer not null,
      failed_at timestamptz,
      failure text
    )
  `.execute(db);
  // One checkpoint in ten or more has a stamp, and each file of a record asks for the newest of them.
  await sql`create index log_checkpoints_stamped on log_checkpoints (id) where stamp is not null`.execute(
    db,
  );
}
