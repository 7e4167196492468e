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

/** On a connection of its own: one of the pool would be given to others between two notices. */
export function listenPostgres(url: string): Listen {
  return async (channel, heard, lost) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    let stopped = false;
    const end = () => {
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
    return {
      async stop() {
        stopped = true;
        await client.end().catch(() => {});
      },
    };
  };
}
