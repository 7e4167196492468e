import { type Kysely, sql } from 'kysely';

/**
 * Limits that hold in every stretch of time, not only in fixed windows; requests for mails that carry what
 * their mail needs; and failed sign-ins that wait to be noted beside the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'drop table rate_counters',
  // One row for each who and what, so that its lock makes the count exact.
  `create table rate_hits (
    key text primary key,
    hits bigint[] not null,
    until timestamptz not null
  )`,
  `create index rate_hits_until on rate_hits (until)`,

  `alter table mail_requests drop constraint mail_requests_purpose_check`,
  `alter table mail_requests
    add constraint mail_requests_purpose_check
      check (purpose in ('verify', 'reset', 'sign_up', 'address_taken', 'username_taken')),
    add column username text`,
  `create index mail_requests_oldest on mail_requests (created_at, id)`,

  // Known or not: a job looks the account up afterwards.
  `create table failed_sign_ins (
    id uuid primary key,
    typed text not null,
    about text not null,
    address text not null,
    at timestamptz not null
  )`,
];
