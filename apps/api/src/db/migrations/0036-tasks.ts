import { type Kysely, sql } from 'kysely';

/** No released version used what is dropped here. */
export const takesAway = { usedUntil: '0.1.0' };

const STATEMENTS: readonly string[] = [
  `create table tasks (
    kind text not null,
    subject text not null,
    payload jsonb not null,
    user_id uuid references users on delete cascade,
    rank smallint not null,
    run_at timestamptz not null,
    expires_at timestamptz,
    attempts integer not null default 0,
    leased_until timestamptz,
    last_error text,
    asked_by text,
    created_at timestamptz not null,
    primary key (kind, subject)
  )`,
  'create index tasks_due on tasks (kind, rank desc, run_at)',
  'create index tasks_expiry on tasks (expires_at) where expires_at is not null',
  'create index tasks_by_user on tasks (user_id) where user_id is not null',

  `insert into tasks (kind, subject, payload, rank, run_at, attempts, leased_until, last_error, asked_by, created_at)
    select kind, subject, jsonb_strip_nulls(jsonb_build_object('reason', reason)), 0, next_attempt_at,
      attempts, claimed_until, last_error, asked_by, created_at
    from provider_tasks`,
  `insert into tasks (kind, subject, payload, rank, run_at, attempts, asked_by, created_at)
    select 'mail', id::text, '{}', awaited::integer, next_attempt_at, attempts, asked_by, created_at
    from outbox where sent_at is null and attempts < 8`,
  `insert into tasks (kind, subject, payload, rank, run_at, expires_at, asked_by, created_at)
    select 'mail_request', id::text,
      jsonb_build_object('purpose', purpose, 'asked_for', asked_for, 'username', username),
      0, created_at, created_at + interval '1 hour', asked_by, created_at
    from mail_requests`,

  'drop table provider_tasks',
  'drop table push_outbox',
  'drop table mail_requests',
  'drop index outbox_waiting',
  'drop index outbox_order',
  `alter table outbox drop column next_attempt_at, drop column awaited, drop column asked_by`,
  'create index outbox_waiting on outbox (created_at) where sent_at is null',
];

/** One table for everything that waits to be done: mails, notices, links asked for, calls of the provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
