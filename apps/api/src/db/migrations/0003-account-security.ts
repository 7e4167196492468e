import { type Kysely, sql } from 'kysely';

/**
 * Sessions that can be listed and ended, devices, second factors, passkeys, providers, and the record of
 * what happened to an account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // An account that only ever signed in with a provider has no password.
  `alter table users alter column password_hash drop not null`,

  `alter table sessions
    add column id uuid not null unique default gen_random_uuid(),
    add column kind text not null default 'browser' check (kind in ('browser', 'bot', 'desktop')),
    add column name text not null default '',
    add column address text,
    add column confirmed_at timestamptz`,
  `alter table sessions alter column id drop default, alter column kind drop default, alter column name drop default`,
  `create index sessions_last_used on sessions (user_id, last_used_at desc, id desc)`,

  `alter table email_tokens drop constraint email_tokens_purpose_check`,
  `alter table email_tokens
    add constraint email_tokens_purpose_check check (purpose in ('verify', 'reset', 'change_email')),
    add column new_email text,
    add constraint email_tokens_new_email check ((purpose = 'change_email') = (new_email is not null))`,

  // Asked for by anyone about any address, known or not; a job looks the account up afterwards.
  `create table mail_requests (
    id uuid primary key,
    purpose text not null check (purpose in ('verify', 'reset')),
    asked_for text not null,
    created_at timestamptz not null
  )`,

  `create table totp_secrets (
    user_id uuid primary key references users on delete cascade,
    sealed_secret text not null,
    created_at timestamptz not null,
    enabled_at timestamptz,
    last_step bigint
  )`,
  `create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_hash text not null,
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
  `create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    sign_count bigint not null,
    transports jsonb not null,
    name text not null,
    synced boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index passkeys_by_user on passkeys (user_id, created_at)`,
  `create table provider_accounts (
    provider text not null check (provider in ('google', 'github')),
    subject text not null,
    user_id uuid not null references users on delete cascade,
    email text not null,
    linked_at timestamptz not null,
    primary key (provider, subject),
    unique (user_id, provider)
  )`,
  // Steps of a sign-in that has begun and may never be finished.
  `create table sign_in_challenges (
    token_hash text primary key,
    purpose text not null check (purpose in ('second_factor', 'passkey_login', 'passkey_new', 'provider')),
    user_id uuid references users on delete cascade,
    data jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index sign_in_challenges_by_user on sign_in_challenges (user_id, purpose)`,
  `create table device_codes (
    user_id uuid primary key references users on delete cascade,
    code_hash text not null unique,
    expires_at timestamptz not null
  )`,
  `create table security_events (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    kind text not null,
    about text not null,
    address text,
    at timestamptz not null
  )`,
  `create index security_events_newest on security_events (user_id, at desc, id desc)`,
];
