import { type Kysely, sql } from 'kysely';

/**
 * Accounts, mail, reviews, trades, decisions and metering.
 *
 * Money is bigint minor units; moments are timestamptz. Tables that grow with trading begin their key
 * with user_id, so that they can later be partitioned or spread by user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table users (
    id uuid primary key,
    username text not null,
    username_key text not null unique,
    email text not null,
    email_key text not null unique,
    password_hash text not null,
    role text not null default 'user' check (role in ('user', 'admin')),
    plan_name text not null default 'Free' check (plan_name in ('Free', 'Starter', 'Pro', 'Elite')),
    email_verified_at timestamptz,
    created_at timestamptz not null
  )`,
  `create table sessions (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index sessions_by_user on sessions (user_id)`,
  `create table email_tokens (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    purpose text not null check (purpose in ('verify', 'reset')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index email_tokens_by_user on email_tokens (user_id, purpose)`,
  `create table outbox (
    id uuid primary key,
    to_address text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at timestamptz not null,
    next_attempt_at timestamptz not null,
    attempts integer not null default 0,
    sent_at timestamptz,
    last_error text
  )`,
  `create index outbox_waiting on outbox (next_attempt_at) where sent_at is null`,
  `create index outbox_by_address on outbox (lower(to_address), created_at desc)`,
  `create table reviews (
    id uuid primary key,
    user_id uuid not null unique references users on delete cascade,
    rating smallint not null check (rating between 1 and 5),
    comment text not null,
    created_at timestamptz not null
  )`,
  `create index reviews_newest on reviews (created_at desc, id desc)`,
  `create table trading_accounts (
    id uuid not null,
    user_id uuid not null references users on delete cascade,
    server text not null,
    login text not null,
    account_type text not null check (account_type in ('demo', 'real', 'unknown')),
    currency text not null,
    created_at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, server, login)
  )`,
  `create table trades (
    user_id uuid not null,
    account_id uuid not null,
    position_ticket text not null,
    symbol text not null,
    trade_type text not null check (trade_type in ('BUY', 'SELL')),
    volume numeric(14, 3) not null check (volume > 0),
    digits smallint not null,
    open_price numeric(20, 8) not null,
    close_price numeric(20, 8),
    stop_loss numeric(20, 8),
    take_profit numeric(20, 8),
    opened_at timestamptz not null,
    closed_at timestamptz,
    trade_time timestamptz not null generated always as (coalesce(closed_at, opened_at)) stored,
    status text not null check (status in ('OPEN', 'CLOSED')),
    gross_profit bigint not null,
    commission bigint not null,
    swap bigint not null,
    fee bigint not null,
    profit bigint not null,
    initial_risk bigint,
    currency text not null,
    account_type text not null check (account_type in ('demo', 'real', 'unknown')),
    decision_id uuid,
    revision integer not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (user_id, account_id, position_ticket),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade,
    check ((status = 'CLOSED') = (closed_at is not null)),
    check (profit = gross_profit + commission + swap + fee)
  )`,
  `create index trades_by_time on trades (user_id, trade_time desc, position_ticket desc)
    include (status, account_type, currency, profit)`,
  `create index trades_by_opening on trades (user_id, account_id, opened_at)`,
  `create table decisions (
    user_id uuid not null references users on delete cascade,
    id uuid not null,
    account_id uuid not null,
    symbol text not null,
    timeframe text not null,
    as_of timestamptz not null,
    snapshot_hash text not null,
    snapshot text not null,
    action text not null check (action in ('BUY', 'SELL', 'HOLD')),
    p_up double precision not null,
    sl_atr double precision,
    tp_atr double precision,
    reason text not null,
    agreeing smallint not null,
    quorum smallint not null,
    voters smallint not null,
    rules jsonb not null,
    tokens integer not null,
    decided_at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, account_id, symbol, timeframe, as_of),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
  `create index decisions_newest on decisions (user_id, decided_at desc, id desc)`,
  `create table votes (
    user_id uuid not null,
    decision_id uuid not null,
    position smallint not null,
    analyst text not null,
    model text not null,
    action text not null check (action in ('BUY', 'SELL', 'HOLD')),
    p_up double precision not null,
    sl_atr double precision,
    tp_atr double precision,
    reason text not null,
    evidence jsonb not null,
    abstained boolean not null,
    tokens integer not null,
    primary key (user_id, decision_id, position),
    foreign key (user_id, decision_id) references decisions (user_id, id) on delete cascade
  )`,
  `create table token_usage (
    user_id uuid not null references users on delete cascade,
    period_start timestamptz not null,
    period_end timestamptz not null,
    tokens_used bigint not null,
    primary key (user_id, period_start)
  )`,
  `create table symbol_usage (
    user_id uuid not null references users on delete cascade,
    day text not null,
    symbol text not null,
    primary key (user_id, day, symbol)
  )`,
  `create table checklist_items (
    user_id uuid not null references users on delete cascade,
    item_id text not null,
    done boolean not null,
    updated_at timestamptz not null,
    primary key (user_id, item_id)
  )`,
];
