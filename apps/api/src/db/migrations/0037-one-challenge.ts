import { type Kysely, sql } from 'kysely';

/** No released version used what is dropped and renamed here. */
export const takesAway = { usedUntil: '0.1.0' };

/**
 * Everything that is handed out to be given back once lies in one table. Mailed links go on working; codes
 * and steps of a sign-in that live for minutes are asked for again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table email_tokens rename to challenges',
  'alter table challenges drop constraint email_tokens_purpose_check',
  'alter table challenges alter column user_id drop not null',
  `alter table challenges
    add column tries integer not null default 0,
    add column data jsonb`,
  'drop table sign_in_challenges',
  'drop table device_codes',
];
