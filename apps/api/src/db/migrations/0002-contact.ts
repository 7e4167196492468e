import { type Kysely, sql } from 'kysely';

/** Messages from the contact form, and counters for whatever may be done only so often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table contact_messages (
    id uuid primary key,
    name text not null,
    email text not null,
    subject text not null,
    message text not null,
    created_at timestamptz not null
  )`.execute(db);
  await sql`create index contact_messages_newest on contact_messages (created_at desc, id desc)`.execute(
    db,
  );
  await sql`create table rate_counters (
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    primary key (key, window_start)
  )`.execute(db);
}
