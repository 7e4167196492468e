import { once } from 'node:events';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { typeParser } from './column-types.ts';
import { publishQuery } from './note-query.ts';
import { keepPrepared } from './prepared.ts';
import { breakConnection, IDLE_TRANSACTION_MS } from './query-limit.ts';
import type { Db, Tables } from './tables.ts';

/** A copy of the database that is read only, and may be behind or away. */
export type Replica = Readonly<{ db: Db; close: () => Promise<void> }>;

/** It is there to save time. What takes it this long is done elsewhere. */
const CONNECT_MS = 1_000;
const STATEMENT_MS = 5_000;

/**
 * Opens nothing yet: a replica that is away must not keep the service from starting.
 *
 * @param pooled whether it may be behind a pooler that pools by transaction
 */
export function openReplica(url: string, pooled = false): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    // Behind a pooler the limits are the role's, and the driver's own comes first.
    ...(!pooled && {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    }),
    query_timeout: STATEMENT_MS + CONNECT_MS,
    types: { getTypeParser: typeParser },
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => keepPrepared(client, pooled));
  pool.on('connect', giveUpSilence);
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: publishQuery });
  return { db, close: () => db.destroy() };
}

/**
 * The replica calls a statement off before the driver does. Where the driver comes first nobody is there any
 * more, and the driver would put the connection back into the pool: whoever gets it next waits as long.
 */
function giveUpSilence(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.query = (async (...args: unknown[]) => {
    try {
      return await send(...args);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') {
        const broken = once(client, 'end').catch(() => {});
        breakConnection(client);
        // Until then the pool would take it for a good one.
        await broken;
      }
      throw error;
    }
  }) as typeof client.query;
}
