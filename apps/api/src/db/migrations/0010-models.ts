import { type Kysely, sql } from 'kysely';

/**
 * Votes of language models: who was asked, what it cost, how it failed; what the market did after each
 * decision and what that says of each voter; the ledger; what the assistant has spent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table decisions
    add column depth text not null default 'basic' check (depth in ('basic', 'advanced', 'premium')),
    add column pool_slope double precision not null default 1,
    add column cost_micro_usd bigint not null default 0,
    add column latency_ms integer`,

  // What stood here before were the offline analysts, in one round, each with the same say.
  `alter table votes
    add column provider text not null default 'offline',
    add column family text not null default 'offline',
    add column fault text,
    add column round smallint not null default 1,
    add column first_action text check (first_action in ('BUY', 'SELL', 'HOLD')),
    add column first_p_up double precision,
    add column share double precision,
    add column p_pooled double precision,
    add column input_tokens bigint not null default 0,
    add column output_tokens bigint not null default 0,
    add column cost_micro_usd bigint not null default 0,
    add column latency_ms integer not null default 0`,

  `alter table decision_outcomes
    add column first_touch text check (first_touch in ('up', 'down', 'neither'))`,

  // One row for each hundredth of a chance that a voter has said: enough for every figure, and small.
  `create table calibration_cells (
    user_id uuid not null references users (id) on delete cascade,
    analyst text not null,
    model text not null,
    symbol text not null,
    hundredth smallint not null check (hundredth between 1 and 99),
    ups integer not null default 0,
    downs integer not null default 0,
    primary key (user_id, analyst, model, symbol, hundredth)
  )`,

  `create table ledger_chains (
    user_id uuid primary key references users (id) on delete cascade,
    records bigint not null,
    prev text not null,
    hash text not null
  )`,
  `create table ledger_records (
    user_id uuid not null references users (id) on delete cascade,
    position bigint not null,
    record text not null,
    hash text not null,
    primary key (user_id, position)
  )`,
  // Said once a day and kept: a chain that is cut or written anew cannot match them.
  `create table ledger_heads (
    user_id uuid not null references users (id) on delete cascade,
    day text not null,
    records bigint not null,
    hash text not null,
    signed_at timestamptz not null,
    key_id text not null,
    public_key text not null,
    signature text not null,
    primary key (user_id, day)
  )`,

  `create table assistant_spending (
    day text primary key,
    tokens bigint not null
  )`,
];
