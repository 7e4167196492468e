import { type Kysely, sql } from 'kysely';

/** What both constraints allowed before they still allow: whoever runs an older version breaks neither. */
export const takesAway = { usedUntil: '0.1.0' };

/**
 * Accounts that the service trades itself, the runners that trade them, and how long each user's ran in fast time.
 * Accounts of the made-up market are of a type of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const TYPES = `check (account_type in ('demo', 'real', 'unknown', 'practice'))`;

const STATEMENTS = [
  'alter table trading_accounts drop constraint trading_accounts_account_type_check',
  `alter table trading_accounts add constraint trading_accounts_account_type_check ${TYPES}`,
  'alter table trades drop constraint trades_account_type_check',
  // Every row there is one of the three of before: reading them all again would stop the service.
  `alter table trades add constraint trades_account_type_check ${TYPES} not valid`,
  `create table hosted_runners (
    id uuid primary key,
    host text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    draining boolean not null default false
  )`,
  `create table hosted_accounts (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    account_id uuid not null,
    source text not null check (source in ('practice', 'file')),
    pace text not null check (pace in ('accelerated', 'real_time')),
    settings jsonb not null,
    revision integer not null default 1,
    currency text not null,
    start_balance bigint not null,
    began_at timestamptz not null,
    resets integer not null default 0,
    reset_id uuid,
    paused_by text check (paused_by in ('owner', 'idle')),
    waits_for text check (waits_for in ('practice_hours', 'plan')),
    visited_at timestamptz not null,
    created_at timestamptz not null,
    state jsonb,
    bar_at timestamptz,
    due_at timestamptz,
    balance bigint,
    equity bigint,
    open_positions integer not null default 0,
    closed_trades integer not null default 0,
    runner_id uuid,
    epoch bigint not null default 0,
    primary key (user_id, id),
    unique (user_id, account_id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
  'create index hosted_accounts_by_runner on hosted_accounts (runner_id)',
  `create table hosted_use (
    user_id uuid not null references users (id) on delete cascade,
    day date not null,
    fast_seconds integer not null,
    primary key (user_id, day)
  )`,
];
