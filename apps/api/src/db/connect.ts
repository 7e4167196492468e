import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import { openEmbedded, safeInteger } from './embedded.ts';
import type { FolderOwner } from './folder-lock.ts';
import { listenPostgres } from './listen.ts';
import { keepPrepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL where DATABASE_URL is set, the embedded database otherwise. */
export async function connect(config: Config, self: FolderOwner): Promise<Database> {
  return config.databaseUrl
    ? connectPostgres(config.databaseUrl)
    : openEmbedded(config.dataDir, self);
}

/** @throws Error with the host and database it could not reach; never with the password */
export async function connectPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser: typeParser },
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', () => {});
  pool.on('connect', keepPrepared);
  // Nor one that breaks in a transaction: whoever uses it is told by the statement that fails.
  pool.on('connect', (client) => void client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    const { host, pathname } = new URL(url);
    throw new Error(
      `The database ${pathname.slice(1)} at ${host} cannot be reached. Check DATABASE_URL.`,
      { cause },
    );
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { kind: 'postgresql', db, listen: listenPostgres(url), close: () => db.destroy() };
}

const typeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format);
