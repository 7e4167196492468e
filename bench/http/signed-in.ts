import { createHash } from 'node:crypto';
import { startPostgres } from '../../tools/postgres.ts';
import { fromRoot } from '../../tools/root.ts';
import { run } from '../../tools/run.ts';
import { cleanEnvironment } from '../../tools/service-environment.ts';
import type { BenchContext } from '../benchmark.ts';
import { fillFleet, fleetBot } from '../load/fleet.ts';

const SESSIONS = 5_000;

/** A PostgreSQL with the service's tables and 5,000 sessions. */
export async function startSessions({ onEnd }: BenchContext) {
  const postgres = await startPostgres({ fsync: true });
  onEnd(postgres.stop);
  const program = `
    import { connectPostgres } from ${JSON.stringify(fromRoot('apps/api/src/db/connect.ts'))};
    import { migrateToLatest } from ${JSON.stringify(fromRoot('apps/api/src/db/migrate.ts'))};
    const database = await connectPostgres(${JSON.stringify(postgres.url)});
    await migrateToLatest(database.db);
    await database.close();`;
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', program], {
    env: cleanEnvironment(),
    output: 'keep',
  });
  if (code !== 0) throw new Error(output.trim());
  await fillFleet(postgres.url, SESSIONS);
  const tokens = Array.from({ length: SESSIONS }, (_, index) => fleetBot(index).token);
  return { url: postgres.url, tokens };
}

/** A request of each session, one after the other. */
export const requestsOf = (tokens: readonly string[]) =>
  tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } }));

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
