import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A pooler may hand out several connections in turn. */
const TRIES = 5;

/**
 * The service listens, locks and prepares statements on connections of its own. A pooler that gives each
 * transaction whatever connection is free breaks all three, now and then, in the middle of the day.
 *
 * Two connections are opened for this and closed again: none is left in a pool, where a restore
 * would take it for another program.
 *
 * @throws Error that says what to set instead
 */
export async function expectOwnSessions(url: string): Promise<void> {
  const one = new pg.Client({ connectionString: url });
  const other = new pg.Client({ connectionString: url });
  const both = [one, other];
  // Whoever uses it is told by the statement that fails.
  for (const client of both) client.on('error', () => {});
  let shared: boolean;
  try {
    await Promise.all(both.map((client) => client.connect()));
    shared = await shareSessions(one, other);
  } finally {
    await Promise.all(both.map((client) => client.end()));
  }
  if (shared)
    throw new Error(
      'Between the service and PostgreSQL stands a pooler that pools by transaction. The service needs connections of its own: set pool_mode = session in the pooler, or have DATABASE_URL lead to PostgreSQL itself.',
    );
}

async function shareSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const mark = randomUUID();
    await one.query("select set_config('quorate.session', $1, false)", [mark]);
    if ((await markOf(other)) === mark || (await markOf(one)) !== mark) return true;
  }
  return false;
}

async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select current_setting('quorate.session', true) as mark",
  );
  return rows[0]?.mark ?? null;
}
