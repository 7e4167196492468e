import { type Kysely, sql } from 'kysely';

/** The newest floors of each account with the highest peaks ever reported, and whom we notify of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Room on each page: the row of an account is rewritten with every report.
  `create table floor_reports (
    user_id uuid not null,
    account_id uuid not null,
    run_id text not null,
    seq bigint not null,
    at timestamptz not null,
    reported_at timestamptz not null,
    rule_set jsonb not null,
    state jsonb not null,
    peaks jsonb not null,
    told jsonb not null,
    revision integer not null,
    rebase_id uuid,
    equity bigint,
    balance bigint,
    floor bigint not null,
    open_risk bigint,
    headroom bigint,
    if_stopped bigint,
    open_positions integer not null,
    next_turn timestamptz,
    cash_flow bigint not null,
    primary key (user_id, account_id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  ) with (fillfactor = 50)`,
  `alter table notification_settings
    add column floor_mail boolean not null default true,
    add column floor_push boolean not null default true`,
];
