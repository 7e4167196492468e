import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { typeParser } from './column-types.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import type { FolderOwner } from './folder-lock.ts';
import { listenPostgres } from './listen.ts';
import { publishQuery } from './note-query.ts';
import { expectOwnSessions } from './own-sessions.ts';
import { keepPrepared } from './prepared.ts';
import { IDLE_TRANSACTION_MS, STATEMENT_MS, watchQueries } from './query-limit.ts';
import { openReplica } from './replica.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL where DATABASE_URL is set, the embedded database otherwise. */
export async function connect(config: Config, self: FolderOwner): Promise<Database> {
  if (!config.databaseUrl) return openEmbedded(config.dataDir, self);
  const database = await connectPostgres(config.databaseUrl);
  try {
    await expectOwnSessions(config.databaseUrl);
  } catch (error) {
    await database.close();
    throw error;
  }
  return config.databaseReadUrl ? withReplica(database, config.databaseReadUrl) : database;
}

function withReplica(database: Database, url: string): Database {
  const replica = openReplica(url);
  return {
    ...database,
    replica,
    close: async () => {
      await Promise.all([database.close(), replica.close()]);
    },
  };
}

/** @throws Error with the host and database it could not reach; never with the password */
export async function connectPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Statements that are begun together leave together; each still has its own end.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    types: { getTypeParser: typeParser },
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {});
  pool.on('connect', keepPrepared);
  watchQueries(pool, url, () => performance.now());
  // Nor one that breaks in a transaction: whoever uses it is told by the statement that fails.
  pool.on('connect', (client) => void client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    const { host, pathname, searchParams } = new URL(url);
    // Over a socket in the file system the host is left as it is, and its folder named beside it.
    const place = searchParams.get('host') ?? host;
    throw new Error(
      `The database ${pathname.slice(1)} at ${place} cannot be reached. Check DATABASE_URL.`,
      { cause },
    );
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: publishQuery });
  let closed: Promise<void> | undefined;
  const end = async () => {
    await db.destroy();
    // What has never asked anything has no hold on the pool yet, and would leave it open.
    if (!pool.ending) await pool.end();
  };
  return {
    kind: 'postgresql',
    db,
    listen: listenPostgres(url),
    close: () => {
      closed ??= end();
      return closed;
    },
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      largest: pool.options.max,
    }),
  };
}
