import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../apps/api/src/db/tables.ts';
import {
  findLiveSessions,
  limitsAt,
} from '../../apps/api/src/features/account/sessions/sessions.queries.ts';
import type { Statement } from '../load/record-calls.ts';

/** The statement that the service looks a session up with; its first value has the hashes of the tokens. */
export async function sessionStatement(databaseUrl: string): Promise<Statement> {
  const sent: Statement[] = [];
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ text: query.sql, values: [...query.parameters] }),
  });
  await findLiveSessions(db, ['hash'], limitsAt(Date.now()));
  await db.destroy();
  const [statement] = sent;
  if (!statement) throw new Error('no statement was sent');
  return statement;
}
