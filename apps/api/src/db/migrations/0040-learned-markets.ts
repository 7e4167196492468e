import { type Kysely, sql } from 'kysely';

/**
 * What outcomes have taught about the voters of a market, as one document: of each user, and over all accounts.
 * A moment counts once for each voter, however many accounts saw it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table learned_markets (
    user_id uuid not null references users (id) on delete cascade,
    symbol text not null,
    timeframe text not null,
    record jsonb not null,
    updated_at timestamptz not null,
    no_edge_told_at timestamptz,
    primary key (user_id, symbol, timeframe)
  )`,
  `create table shared_markets (
    symbol text not null,
    timeframe text not null,
    record jsonb not null,
    updated_at timestamptz not null,
    primary key (symbol, timeframe)
  )`,
  `create table shared_moments (
    symbol text not null,
    timeframe text not null,
    as_of timestamptz not null,
    voters jsonb not null,
    primary key (symbol, timeframe, as_of)
  )`,
  `alter table decisions
    add column verdict_version smallint not null default 1,
    add column verdict_mode text,
    add column strength double precision,
    add column effective_voters double precision,
    add column agreement text,
    add column expected_r double precision,
    add column expected_r_low double precision,
    add column outcomes_known integer,
    add column cost_atr double precision,
    add column rule_actions jsonb`,
  'alter table votes add column turned boolean not null default false',
];
