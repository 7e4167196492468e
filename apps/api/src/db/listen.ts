import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Listen } from './database.ts';

/** In the same process: nothing is held open, and the one connection stays free. */
export function listenEmbedded(pglite: PGlite): Listen {
  return async (channel, heard) => {
    const unlisten = await pglite.listen(channel, heard);
    return {
      async stop() {
        if (!pglite.closed) await unlisten();
      },
    };
  };
}

/** Nothing arrives on a connection whose other end is gone without a word: it is asked this often. */
const PING_MS = 5_000;
/** Nobody who wants to listen waits longer. */
const ANSWER_MS = 5_000;

/** On a connection of its own: one of the pool would be given to others between two notices. */
export function listenPostgres(url: string): Listen {
  return async (channel, heard, lost) => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    let stopped = false;
    let ping: NodeJS.Timeout | undefined;
    const end = () => {
      clearInterval(ping);
      if (stopped) return;
      stopped = true;
      lost();
    };
    // A connection that breaks says both; without a listener an error would end the process.
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      stopped = true;
      await client.end().catch(() => {});
      throw error;
    }
    let asked = false;
    ping = setInterval(() => {
      if (asked) {
        end();
        // It would wait for an answer to its goodbye.
        void client.end().catch(() => {});
        return;
      }
      asked = true;
      client.query('select 1').then(
        () => {
          asked = false;
        },
        () => {},
      );
    }, PING_MS).unref();
    return {
      async stop() {
        stopped = true;
        clearInterval(ping);
        await client.end().catch(() => {});
      },
    };
  };
}
