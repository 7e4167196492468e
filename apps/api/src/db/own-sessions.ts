import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** A pooler may hand out several connections in turn. */
const TRIES = 5;

/**
 * The service listens, locks and prepares statements on connections of its own. A pooler that gives each
 * transaction whatever connection is free breaks all three, now and then, in the middle of the day.
 *
 * @throws Error that says what to set instead
 */
export async function expectOwnSessions(db: Db): Promise<void> {
  const shared = await db
    .connection()
    .execute((one) => db.connection().execute((other) => shareSessions(one, other)));
  if (shared)
    throw new Error(
      'Between the service and PostgreSQL stands a pooler that pools by transaction. The service needs connections of its own: set pool_mode = session in the pooler, or have DATABASE_URL lead to PostgreSQL itself.',
    );
}

async function shareSessions(one: Db, other: Db): Promise<boolean> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const mark = randomUUID();
    await sql`select set_config('quorate.session', ${mark}, false)`.execute(one);
    if ((await markOf(other)) === mark || (await markOf(one)) !== mark) return true;
  }
  return false;
}

async function markOf(db: Db): Promise<string | null> {
  const { rows } = await sql<{ mark: string | null }>`
    select current_setting('quorate.session', true) as mark
  `.execute(db);
  return rows[0]?.mark ?? null;
}
