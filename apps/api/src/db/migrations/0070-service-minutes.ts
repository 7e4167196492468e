import { type Kysely, sql } from 'kysely';

/** What the service measured of itself in each minute, for the page that says whether it is up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_minutes (
      minute timestamptz primary key,
      database_ms integer not null,
      mail_late_s integer not null,
      bars_at timestamptz
    )
  `.execute(db);
}
