import { type Kysely, sql } from 'kysely';

/**
 * Running the service: what operators did, which copies of it run and which jobs they do, who is told of
 * a silent bot and how, and what operators note beside accounts, reviews and messages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // No reference to users: what was done stays on record when either of the two accounts is deleted.
  `create table operator_actions (
    id uuid primary key,
    at timestamptz not null,
    operator_id uuid not null,
    action text not null,
    subject_kind text not null,
    subject_id text not null,
    details jsonb not null,
    request_id text not null,
    address text not null
  )`,
  'create index operator_actions_newest on operator_actions (at desc, id desc)',
  'create index operator_actions_subject on operator_actions (subject_kind, subject_id, at desc)',
  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never changed', tg_table_name; end
  $$`,
  `create trigger operator_actions_stay before update or delete on operator_actions
    for each row execute function refuse_change()`,

  `alter table users add column given_until timestamptz`,
  `alter table contact_messages
    add column handled_at timestamptz,
    add column handled_by uuid,
    add column note text`,
  `alter table reviews
    add column hidden_at timestamptz,
    add column hidden_reason text`,

  // Each copy of the service says every few seconds that it is there; what has not for long is gone.
  `create table service_instances (
    id uuid primary key,
    host text not null,
    pid integer not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    figures jsonb not null
  )`,
  // A job belongs to whichever copy holds it, until it lets go or its time is over.
  `create table service_jobs (
    name text primary key,
    held_by uuid,
    held_until timestamptz,
    next_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    outcome text check (outcome in ('ok', 'failed')),
    last_error text,
    runs bigint not null default 0,
    failures bigint not null default 0
  )`,

  `create table notification_settings (
    user_id uuid primary key references users on delete cascade,
    silent_bot_mail boolean not null,
    silent_bot_push boolean not null
  )`,
  `create table push_subscriptions (
    user_id uuid not null references users on delete cascade,
    id uuid not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    name text not null,
    created_at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, endpoint)
  )`,
  // Notices on their way to browsers, as the outbox is for mails.
  `create table push_outbox (
    user_id uuid not null,
    id uuid not null,
    subscription_id uuid not null,
    payload text not null,
    expires_at timestamptz not null,
    next_attempt_at timestamptz not null,
    attempts integer not null default 0,
    last_error text,
    primary key (user_id, id),
    foreign key (user_id, subscription_id) references push_subscriptions (user_id, id) on delete cascade
  )`,
  'create index push_outbox_due on push_outbox (next_attempt_at)',
  // One row for each silence: when it was noticed and when the bot was heard again.
  `create table bot_silences (
    user_id uuid not null,
    bot_id uuid not null,
    since timestamptz not null,
    noticed_at timestamptz not null,
    open_positions integer not null,
    ended_at timestamptz,
    primary key (user_id, bot_id, since),
    foreign key (user_id, bot_id) references bots (user_id, id) on delete cascade
  )`,
  // Those that run are few among all that ever ran, and looked through every few seconds. The moment of the
  // last heartbeat is not in it: an index that changed with every heartbeat would make each cost twice.
  'create index bots_running on bots (user_id) where ended_at is null',
];
