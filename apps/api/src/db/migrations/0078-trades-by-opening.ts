import { type Kysely, sql } from 'kysely';

/** The index that is built again; without it a decision's trade is found more slowly and nothing else. */
export const takesAway = { usedUntil: '0.1.0' };

/**
 * The index of opening times no longer begins as the key of trades does. PostgreSQL takes user and account for
 * independent, and so expects one trade for both: it then chose this index for a trade by its ticket, and read all
 * trades of the account for each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'drop index trades_by_opening',
  'create index trades_by_opening on trades (user_id, opened_at)',
];
