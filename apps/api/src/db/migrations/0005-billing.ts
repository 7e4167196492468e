import { type Kysely, sql } from 'kysely';

/**
 * What the payment provider told us, beside what we still have to tell it; reservations of tokens; and
 * terminal accounts in use on a day. `users.plan_name` becomes the plan that an operator gave away: a
 * plan that is paid for is read from the subscriptions and is stored nowhere else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table users rename column plan_name to given_plan',

  // One row for each subscription at the provider. A deleted account leaves its rows, without its name,
  // because the books have to be kept.
  `create table subscriptions (
    id text primary key,
    user_id uuid references users on delete set null,
    customer_id text not null,
    status text not null check (status in ('trialing', 'active', 'past_due', 'paused', 'canceled')),
    price_id text not null,
    plan_name text check (plan_name in ('Starter', 'Pro', 'Elite')),
    billing_cycle text check (billing_cycle in ('monthly', 'yearly')),
    amount bigint not null,
    currency text not null,
    started_at timestamptz not null,
    period_start timestamptz,
    period_end timestamptz,
    next_billed_at timestamptz,
    scheduled_action text check (scheduled_action in ('cancel', 'pause', 'resume')),
    scheduled_at timestamptz,
    canceled_at timestamptz,
    cancel_requested text check (cancel_requested in ('now', 'period_end')),
    cancel_requested_at timestamptz,
    provider_updated_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index subscriptions_by_user on subscriptions (user_id, started_at)',
  `create index subscriptions_living on subscriptions (updated_at) where status <> 'canceled'`,

  `create table transactions (
    id text primary key,
    user_id uuid references users on delete set null,
    subscription_id text,
    customer_id text,
    status text not null
      check (status in ('draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due')),
    origin text not null,
    price_id text,
    plan_name text check (plan_name in ('Starter', 'Pro', 'Elite')),
    billing_cycle text check (billing_cycle in ('monthly', 'yearly')),
    amount bigint not null,
    tax bigint not null,
    currency text not null,
    period_start timestamptz,
    period_end timestamptz,
    invoice_number text,
    billed_at timestamptz,
    granted_at timestamptz,
    returned bigint not null default 0,
    restored boolean not null default false,
    provider_created_at timestamptz not null,
    provider_updated_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index transactions_by_user on transactions (user_id, provider_created_at desc, id desc)',
  'create index transactions_by_subscription on transactions (subscription_id)',

  `create table adjustments (
    id text primary key,
    transaction_id text not null,
    action text not null,
    status text not null,
    amount bigint not null,
    currency text not null,
    provider_updated_at timestamptz not null,
    created_at timestamptz not null
  )`,
  'create index adjustments_by_transaction on adjustments (transaction_id)',

  // An id is here if, and only if, what it told of is in the tables above.
  `create table webhook_events (
    event_id text primary key,
    event_type text not null,
    entity_id text,
    occurred_at timestamptz not null,
    outcome text not null check (outcome in ('applied', 'stale', 'queued', 'ignored', 'unreadable')),
    received_at timestamptz not null
  )`,
  'create index webhook_events_received on webhook_events (received_at)',

  // What has to be asked of the provider, or told to it, however often it takes.
  `create table provider_tasks (
    kind text not null check (kind in (
      'fetch_transaction', 'fetch_subscription', 'cancel_now', 'cancel_at_period_end',
      'end_doubles', 'refund_transaction'
    )),
    subject text not null,
    attempts bigint not null default 0,
    next_attempt_at timestamptz not null,
    last_error text,
    created_at timestamptz not null,
    primary key (kind, subject)
  )`,
  'create index provider_tasks_due on provider_tasks (next_attempt_at)',

  // Each thing is told to a person once, however often and in whichever order the provider tells it to us.
  `create table billing_notices (
    user_id uuid not null references users on delete cascade,
    notice text not null,
    sent_at timestamptz not null,
    primary key (user_id, notice)
  )`,

  `create table provider_progress (name text primary key, position timestamptz not null)`,

  `create table token_reservations (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    period_start timestamptz not null,
    tokens bigint not null,
    expires_at timestamptz not null
  )`,
  'create index token_reservations_by_user on token_reservations (user_id, period_start)',

  `create table account_usage (
    user_id uuid not null references users on delete cascade,
    day text not null,
    account_id uuid not null,
    primary key (user_id, day, account_id),
    foreign key (user_id, account_id) references trading_accounts on delete cascade
  )`,
];
