import { type Kysely, sql } from 'kysely';

/** Records that their owners show to everybody, each under a name of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // It is found by its name, and so stands whole on one machine, where it cannot refer to the account.
  `create table public_records (
    user_id uuid not null references users (id) on delete cascade,
    account_id uuid not null,
    name text not null,
    name_key text not null unique,
    looks text not null unique,
    shows_open boolean not null,
    shows_money boolean not null,
    listed boolean not null,
    published_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (user_id, account_id)
  )`,
];
