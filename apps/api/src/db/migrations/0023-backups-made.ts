import { type Kysely, sql } from 'kysely';

/** Which backups were made and when, so that operators see when the last one was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups_made (
      id uuid primary key,
      taken_at timestamptz not null,
      ended_at timestamptz not null,
      file text not null,
      host text not null,
      rows bigint not null,
      bytes bigint not null
    )
  `.execute(db);
}
