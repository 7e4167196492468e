import pg from 'pg';
import { hashOf } from '../http/signed-in.ts';
import type { Statement } from './record-calls.ts';

const CLIENTS = 8;

/** How often a second the statement alone is answered, by clients that do nothing else. */
export async function loopRate(
  databaseUrl: string,
  { text, values }: Statement,
  tokens: readonly string[],
  ms: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CLIENTS });
  const hashes = tokens.map(hashOf);
  const until = performance.now() + ms;
  let asked = 0;
  async function client(): Promise<void> {
    while (performance.now() < until) {
      asked += 1;
      const own = values.map((value, at) => (at === 0 ? [hashes[asked % hashes.length]] : value));
      await pool.query({ name: 'session', text, values: own });
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await pool.end();
  return (asked * 1_000) / ms;
}
