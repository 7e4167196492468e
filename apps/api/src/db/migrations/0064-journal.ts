import { type Kysely, sql } from 'kysely';

/** What owners write about days, and their pictures of trades and days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table day_notes (
    user_id uuid not null references users on delete cascade,
    day text not null,
    note text not null default '',
    tags text[] not null default '{}',
    updated_at timestamptz not null,
    primary key (user_id, day)
  )`,
  `create table journal_pictures (
    user_id uuid not null references users on delete cascade,
    id uuid not null,
    account_id uuid,
    position_ticket text,
    day text,
    width integer not null,
    height integer not null,
    picture bytea not null,
    thumb bytea not null,
    created_at timestamptz not null,
    primary key (user_id, id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade,
    check (
      (day is null and account_id is not null and position_ticket is not null)
      or (day is not null and account_id is null and position_ticket is null)
    )
  )`,
  `create index journal_pictures_of_trades on journal_pictures (user_id, account_id, position_ticket)
    where day is null`,
  `create index journal_pictures_of_days on journal_pictures (user_id, day) where day is not null`,
];
