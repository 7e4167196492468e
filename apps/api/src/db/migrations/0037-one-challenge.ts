import { type Kysely, sql } from 'kysely';

/** Everything that is handed out to be given back once lies in one table: room for what mailed links did not need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Links that are in a mailbox go on working, on copies of this version and of the one before.
  'alter table email_tokens drop constraint email_tokens_purpose_check',
  'alter table email_tokens alter column user_id drop not null',
  `alter table email_tokens
    add column tries integer not null default 0,
    add column data jsonb`,
];
