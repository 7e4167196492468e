import { type Kysely, sql } from 'kysely';

/**
 * What the back office finds accounts by, and what models cost by day, summed up once: over all users, a
 * year of votes is too much to be read at each look.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'create index users_newest on users (created_at desc, id desc)',
  // The unique indexes follow the database's language, which says nothing of what a text begins with.
  'create index users_by_name_start on users (username_key text_pattern_ops)',
  'create index users_by_email_start on users (email_key text_pattern_ops)',
  `create index users_given on users (given_plan) where given_plan <> 'Free'`,
  'create index subscriptions_by_customer on subscriptions (customer_id)',
  'create index transactions_by_customer on transactions (customer_id)',
  `create index transactions_newly_granted on transactions (granted_at) where granted_at is not null`,
  `create index transactions_by_day on transactions ((coalesce(billed_at, provider_created_at)))
    where status in ('paid', 'completed')`,
  'create index operator_actions_by_operator on operator_actions (operator_id, at desc, id desc)',
  // Emptying a table fires no trigger of its rows.
  `create trigger operator_actions_not_emptied before truncate on operator_actions
    for each statement execute function refuse_change()`,
  'create index decisions_by_time on decisions (decided_at)',

  // All users together; it stays as it is when an account and its votes are deleted.
  `create table model_days (
    day text not null,
    provider text not null,
    model text not null,
    votes bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost_micro_usd bigint not null,
    primary key (day, provider, model)
  )`,
  `create table user_spend_days (
    user_id uuid not null references users on delete cascade,
    day text not null,
    decisions bigint not null,
    tokens bigint not null,
    cost_micro_usd bigint not null,
    primary key (user_id, day)
  )`,
  'create index user_spend_days_by_day on user_spend_days (day) include (user_id, decisions, tokens, cost_micro_usd)',
  // One row: decisions before this moment are in the sums, and each of them once.
  `create table spend_progress (
    one boolean primary key default true check (one),
    summed_until timestamptz not null
  )`,
];
