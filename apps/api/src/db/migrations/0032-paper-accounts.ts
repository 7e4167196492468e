import { type Kysely, sql } from 'kysely';

/** What an account is, fixed by the first call that names it. Until now its server's name alone said so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trading_accounts add column paper boolean not null default false`.execute(
    db,
  );
  await sql`update trading_accounts set paper = true where server = 'paper'`.execute(db);
}
