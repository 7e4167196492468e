import { type Kysely, sql } from 'kysely';

/** Economic events of the operator's calendar, and what the calendar covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table calendar_events (
    at timestamptz not null,
    currency text not null,
    title text not null,
    importance text not null check (importance in ('high', 'medium', 'low')),
    known_at timestamptz not null,
    primary key (at, currency, title)
  )`,
  `create table calendar_cover (
    one boolean primary key check (one),
    covers_from timestamptz,
    covers_until timestamptz,
    read_at timestamptz not null
  )`,
];
