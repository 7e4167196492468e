import { type Kysely, sql } from 'kysely';

/** Open positions of an account are few among its trades, and every look at the desk asks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index trades_open on trades (user_id, account_id, opened_at) where status = 'OPEN'`,
    )
    .execute(db);
}
