import { type Kysely, sql } from 'kysely';

/** Keys that begin with the user's id, where one did not: rows of one user lie in one partition. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table security_events
    drop constraint security_events_pkey,
    add constraint security_events_pkey primary key (user_id, id)`,
  `alter table token_reservations
    drop constraint token_reservations_pkey,
    add constraint token_reservations_pkey primary key (user_id, id)`,
];
