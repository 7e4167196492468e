import { type Kysely, sql } from 'kysely';

/** The equity of every account that a bot reports on: by the minute and by the trading day as it comes, later by the hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Room on each page: a row is rewritten with every heartbeat of its minute that changes it.
  `create table equity_steps (
    user_id uuid not null,
    account_id uuid not null,
    step text not null check (step in ('minute', 'hour', 'day')),
    at timestamptz not null,
    first_equity bigint not null,
    lowest bigint not null,
    highest bigint not null,
    last_equity bigint not null,
    first_balance bigint not null,
    last_balance bigint not null,
    fall bigint not null,
    fall_from bigint not null,
    primary key (user_id, account_id, step, at),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  ) with (fillfactor = 80)`,
  // For the job that makes hours of minutes and removes what is old.
  'create index equity_steps_age on equity_steps (step, at)',
];
