import { type Kysely, sql } from 'kysely';

/**
 * The board of models: what each voter said and what came, summed up for each account as outcomes are agreed, so that
 * the board costs as much with ten million decisions as with ten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Decisions whose outcome is agreed and not in the sums yet.
  `create table board_waiting (
    user_id uuid not null,
    decision_id uuid not null,
    primary key (user_id, decision_id),
    foreign key (user_id) references users (id) on delete cascade
  )`,
  // Hundredth 0: abstentions.
  `create table board_cells (
    user_id uuid not null,
    account_id uuid not null,
    symbol text not null,
    timeframe text not null,
    analyst text not null,
    model text not null,
    provider text not null,
    hundredth smallint not null,
    ups integer not null,
    downs integer not null,
    cost_micro_usd bigint not null,
    primary key (user_id, account_id, symbol, timeframe, analyst, model, provider, hundredth),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  ) with (fillfactor = 80)`,
  `create table board_latencies (
    user_id uuid not null,
    account_id uuid not null,
    symbol text not null,
    timeframe text not null,
    analyst text not null,
    model text not null,
    provider text not null,
    bound_ms integer not null,
    votes integer not null,
    primary key (user_id, account_id, symbol, timeframe, analyst, model, provider, bound_ms),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  ) with (fillfactor = 80)`,
  // How many votes of a voter a bar has, over all accounts, and the sums of that: votes on one bar are no independent ones.
  `create table board_moments (
    symbol text not null,
    timeframe text not null,
    as_of timestamptz not null,
    analyst text not null,
    model text not null,
    provider text not null,
    votes integer not null,
    primary key (symbol, timeframe, as_of, analyst, model, provider)
  )`,
  `create index board_moments_by_time on board_moments (as_of)`,
  `create table board_clusters (
    symbol text not null,
    timeframe text not null,
    analyst text not null,
    model text not null,
    provider text not null,
    votes bigint not null,
    squares bigint not null,
    primary key (symbol, timeframe, analyst, model, provider)
  )`,
  // The newest board that is on record. The sources say how much of a row each person gave, under names of their own.
  `create table board_published (
    one boolean primary key default true check (one),
    position bigint not null,
    body text not null,
    sources jsonb not null,
    published_at timestamptz not null,
    checked_at timestamptz not null
  )`,
  // What was agreed before is counted as well.
  `insert into board_waiting (user_id, decision_id)
    select user_id, decision_id from decision_outcomes
    where touch_grade = 'agreed' and first_touch in ('up', 'down')`,
];
