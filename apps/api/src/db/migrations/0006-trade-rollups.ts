import { type Kysely, sql } from 'kysely';

/**
 * Sums of the trades of those who have very many (docs/decisions/0014). Everybody else is answered from
 * the covering index, and has no row here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // moved_from: where a row stood before its last change, because its sums there have to be made anew.
  `alter table trades
    add column moved_from timestamptz,
    add column rolled_up boolean not null default false`,

  // The account is a part of the key, so that pages and filters are served without the table.
  'drop index trades_by_time',
  `create index trades_by_time
    on trades (user_id, trade_time desc, position_ticket desc, account_id desc)
    include (status, account_type, currency, profit)`,

  // Sorted pages of few trades need no index; those of very many have these.
  `create index trades_by_profit
    on trades (user_id, profit, trade_time desc, position_ticket desc, account_id desc)
    where rolled_up`,
  `create index trades_by_symbol on trades (user_id, symbol, trade_time desc, account_id)
    where rolled_up`,
  `create index trades_by_volume on trades (user_id, volume, trade_time desc, account_id)
    where rolled_up`,

  `create table rolled_up_users (
    user_id uuid primary key references users on delete cascade,
    ready boolean not null,
    entered_to json,
    created_at timestamptz not null
  )`,

  // A UTC day or a UTC month of one account. day counts from 1970-01-01 and is a month's first day.
  `create table trade_cells (
    user_id uuid not null,
    month boolean not null,
    day integer not null,
    account_id uuid not null,
    stale boolean not null default false,
    n integer not null default 0,
    total integer not null default 0,
    wins integer not null default 0,
    losses integer not null default 0,
    gross_profit bigint not null default 0,
    gross_loss bigint not null default 0,
    largest_win bigint not null default 0,
    largest_loss bigint not null default 0,
    closed_before bigint[],
    symbols json not null default '{}',
    volumes json not null default '{}',
    profits json not null default '{}',
    slices json not null default '{}',
    primary key (user_id, month, day, account_id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
  'create index trade_cells_stale on trade_cells (user_id, day, account_id) where stale',

  // Days of a viewer begin at some minute of a UTC day: what was closed before it, for a month of days at
  // once. Reading a day at a time would take longest.
  `create table trade_cuts (
    user_id uuid not null,
    cut smallint not null,
    month integer not null,
    account_id uuid not null,
    days json not null,
    primary key (user_id, cut, month, account_id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  ) with (fillfactor = 70)`,
];
