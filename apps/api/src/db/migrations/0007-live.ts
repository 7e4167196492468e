import { type Kysely, sql } from 'kysely';

/** Bots as they were last heard of, what their owner told them, and what live streams are driven by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table bots (
    user_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    run_id text not null,
    sequence bigint not null,
    state text not null check (state in ('active', 'reducing', 'halted')),
    equity bigint,
    balance bigint,
    open_positions integer not null,
    version text not null,
    last_heartbeat_at timestamptz not null,
    ended_at timestamptz,
    created_at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, account_id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,

  // The id is its sender's: unique for each user, so that nobody learns of another's.
  `create table bot_commands (
    user_id uuid not null,
    id uuid not null,
    bot_id uuid not null,
    position bigint not null generated always as identity,
    kind text not null check (kind in ('entries_off', 'close_all', 'resume')),
    asked_at timestamptz not null,
    received_at timestamptz,
    done_at timestamptz,
    result jsonb,
    primary key (user_id, id),
    foreign key (user_id, bot_id) references bots (user_id, id) on delete cascade
  )`,
  'create index bot_commands_newest on bot_commands (user_id, bot_id, position desc)',

  // Not a log: a few rows for each user, counted up in the transaction that changes something.
  `create table live_counts (
    user_id uuid not null references users on delete cascade,
    topic text not null,
    count bigint not null,
    primary key (user_id, topic)
  ) with (fillfactor = 50)`,
];
