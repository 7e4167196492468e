import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { typeParser } from './column-types.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import type { FolderOwner } from './folder-lock.ts';
import { listenPostgres } from './listen.ts';
import { publishQuery } from './note-query.ts';
import { cannotBeReached, expectOwnSessions, expectPooled } from './own-sessions.ts';
import { keepPrepared } from './prepared.ts';
import { IDLE_TRANSACTION_MS, STATEMENT_MS, watchQueries } from './query-limit.ts';
import { openReplica, type Replica } from './replica.ts';
import type { Tables } from './tables.ts';

/**
 * PostgreSQL where DATABASE_URL is set, through a pooler where DATABASE_DIRECT_URL leads past it; the embedded
 * database otherwise.
 *
 * @throws PoolerError that says what to set
 */
export async function connect(config: Config, self: FolderOwner): Promise<Database> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseReadUrl: readUrl } = config;
  if (!url) return openEmbedded(config.dataDir, self);
  const database = await connectPostgres(url, directUrl);
  try {
    if (directUrl === undefined) await expectOwnSessions({ setting: 'DATABASE_URL', url });
    else {
      await expectOwnSessions({ setting: 'DATABASE_DIRECT_URL', url: directUrl });
      await expectPooled(url, directUrl);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return readUrl ? withReplica(database, openReplica(readUrl, directUrl !== undefined)) : database;
}

/** For commands, and for work that takes long or locks: past the pooler, where there is one. */
export async function connectDirect(config: Config, self: FolderOwner): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, ...rest } = config;
  return connect(
    { ...rest, databaseUrl: databaseDirectUrl ?? databaseUrl, databaseDirectUrl: undefined },
    self,
  );
}

function withReplica(database: Database, replica: Replica): Database {
  return {
    ...database,
    replica,
    close: async () => {
      await Promise.all([database.close(), replica.close()]);
    },
  };
}

/**
 * @param directUrl past the pooler at `url`, where one stands between that pools by transaction
 * @throws Error with the host and database it could not reach; never with the password
 */
export async function connectPostgres(url: string, directUrl?: string): Promise<Database> {
  const pooled = directUrl !== undefined;
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Statements that are begun together leave together; each still has its own end.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // A pooler refuses a connection that begins with limits; there they are the role's.
    ...(!pooled && {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    }),
    types: { getTypeParser: typeParser },
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => keepPrepared(client, pooled));
  watchQueries(pool, { url, directUrl }, () => performance.now());
  // Nor one that breaks in a transaction: whoever uses it is told by the statement that fails.
  pool.on('connect', (client) => void client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw cannotBeReached({ setting: 'DATABASE_URL', url }, cause);
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
    listen: listenPostgres(directUrl ?? url),
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
