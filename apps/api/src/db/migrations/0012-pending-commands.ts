import { type Kysely, sql } from 'kysely';

/** What every heartbeat asks: the commands of its bot that are not done, however many were ever given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index bot_commands_pending on bot_commands (user_id, bot_id, position) where done_at is null`,
  // A row that is written every few seconds finds room for its next version beside itself.
  'alter table bots set (fillfactor = 50)',
];
