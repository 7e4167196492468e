import { type Kysely, sql } from 'kysely';

/**
 * The record: a stream of entries for each account, and the one log that all of them go into. What is in the log says
 * nothing of a user and stays when the account goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // The subject is a trading account, or the user for what is of all of them. The key opens the id. Neither table refers
  // to users: an append would lock the user behind the account, and an account's deletion locks them the other way round.
  `create table record_streams (
    user_id uuid not null,
    subject_id uuid not null,
    id text not null,
    key text not null,
    entries bigint not null,
    primary key (user_id, subject_id)
  )`,
  // Body and salt are null once they were erased.
  `create table record_entries (
    user_id uuid not null,
    subject_id uuid not null,
    position bigint not null,
    kind text not null,
    at timestamptz not null,
    terminal_at timestamptz,
    body text,
    body_salt bytea,
    private text,
    private_salt bytea,
    erased_at timestamptz,
    primary key (user_id, subject_id, position)
  )`,
  // What the log has not taken in yet. It outlives its user.
  `create table log_outbox (
    user_id uuid not null,
    id bigint generated always as identity,
    stream text not null,
    position bigint not null,
    leaf text not null,
    primary key (id, user_id)
  )`,
  `create table log_leaves (
    leaf_index bigint primary key,
    stream text not null,
    position bigint not null,
    leaf text not null,
    unique (stream, position)
  )`,
  `create table log_tiles (
    level smallint not null,
    tile bigint not null,
    hashes bytea not null,
    primary key (level, tile)
  )`,
  // One row: whoever holds it adds to the log.
  `create table log_state (
    one boolean primary key default true check (one),
    origin text not null,
    size bigint not null
  )`,
  // A signed note as it is published, with the lines of whoever cosigned it.
  `create table log_checkpoints (
    id bigint generated always as identity primary key,
    size bigint not null,
    note text not null,
    signed_at timestamptz not null,
    stamp bytea,
    stamped_at timestamptz
  )`,
  // Every key that the log was ever signed with, and what says that one follows another.
  `create table log_keys (
    id bigint generated always as identity primary key,
    key text not null,
    note text,
    since timestamptz not null
  )`,
  // How far each witness has followed the log, and what it said last.
  `create table log_witnesses (
    name text primary key,
    size bigint not null,
    cosigned_at timestamptz,
    failed_at timestamptz,
    failure text
  )`,
];
