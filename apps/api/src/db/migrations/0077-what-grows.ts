import { type Kysely, sql } from 'kysely';

/**
 * When a job last went well, also where it never did; how much an account's stream grows in a day, and how far back its
 * decisions have been compacted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table service_jobs add column added_at timestamptz not null default now()',
  'alter table service_jobs add column succeeded_at timestamptz',
  // Entries at the last count, the UTC day of that, and how many had come in the day before it.
  'alter table record_streams add column counted bigint not null default 0',
  'alter table record_streams add column counted_on date',
  'alter table record_streams add column grew bigint not null default 0',
  // Up to this position nothing is left to compact.
  'alter table record_streams add column compacted bigint not null default 0',
  'alter table decisions add column compacted_at timestamptz',
];
