import { type Kysely, sql } from 'kysely';

/** Watching for bots that fall silent: where the watch stands, whom it told, and what it looks for quickly. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // One row for the whole service: whichever copy looks, it goes on where the last one stopped.
  `create table silence_watch (
    id integer primary key default 1 check (id = 1),
    looked_at timestamptz not null,
    patient_until timestamptz not null,
    noticed_until timestamptz not null,
    deaf boolean not null
  )`,
  'alter table bot_silences add column told boolean not null default false',
  'create index bot_silences_open on bot_silences (user_id, bot_id) where ended_at is null',
  // A browser that another user signs in with is theirs from then on.
  'create index push_subscriptions_endpoint on push_subscriptions using hash (endpoint)',
];
