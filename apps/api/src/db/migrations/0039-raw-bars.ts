import { type Kysely, sql } from 'kysely';

/** The raw bars that decisions rest on, what other terminals say of them, and what follows for the record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // The newest bars stand in the series' own row until they fill a chunk: a call writes a few dozen bytes.
  `create table bar_series (
    user_id uuid not null,
    account_id uuid not null,
    symbol text not null,
    timeframe text not null,
    digits smallint not null,
    newest bigint not null,
    tail_from bigint,
    tail bytea not null,
    used_at timestamptz not null,
    primary key (user_id, account_id, symbol, timeframe),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
  'create index bar_series_by_use on bar_series (used_at)',
  `create table bar_chunks (
    user_id uuid not null,
    account_id uuid not null,
    symbol text not null,
    timeframe text not null,
    first_at bigint not null,
    bars bytea not null,
    primary key (user_id, account_id, symbol, timeframe, first_at),
    foreign key (user_id, account_id, symbol, timeframe)
      references bar_series (user_id, account_id, symbol, timeframe) on delete cascade
  )`,

  // By the moment first: whoever asks wants all who have the same bar.
  `create table market_bars (
    symbol text not null,
    timeframe text not null,
    opened_at timestamptz not null,
    user_id uuid not null references users on delete cascade,
    terminal text not null,
    digits smallint not null,
    open integer not null,
    high integer not null,
    low integer not null,
    close integer not null,
    spread integer not null,
    primary key (symbol, timeframe, opened_at, user_id)
  )`,
  'create index market_bars_by_time on market_bars (opened_at)',
  'create index market_bars_by_user on market_bars (user_id)',

  `alter table decisions add column clock_class text, add column market_grade text,
    add column agreed_by integer, add column marked_bars integer`,
  'alter table votes add column prompt_version text',
  `alter table decision_outcomes add column touch_grade text, add column touched_at timestamptz,
    add column fill_outside boolean`,
];
