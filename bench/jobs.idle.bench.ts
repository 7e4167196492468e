import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const COPIES = 2;
const WATCHED_S = 20;
/** What starts has its first turns behind it by then. */
const SETTLED_MS = 5_000;

/** What idle copies ask of their database: jobs that are taken, done and noted, and signs of life. */
export const benchmark: Benchmark = {
  name: 'jobs.idle',
  title: 'two copies of the service that nobody uses, on one PostgreSQL',
  unit: 'transactions/s',
  bar: { of: 'figure', op: '<=', value: 20 },
  async run({ folder, onEnd }) {
    const postgres = await startPostgres();
    onEnd(postgres.stop);
    const client = new pg.Client({ connectionString: postgres.url });
    const commits = async (): Promise<number> => {
      // Counted when a connection reports it, a second after the fact at most.
      const { rows } = await client.query<{ commits: string }>(
        'select xact_commit as commits from pg_stat_database where datname = current_database()',
      );
      return Number(rows[0]?.commits);
    };
    for (let copy = 0; copy < COPIES; copy += 1) {
      const env = { DATABASE_URL: postgres.url, PADDLE_ENVIRONMENT: 'off' };
      const dataDir = `${folder}/${copy}`;
      const service = await startService({ port: await freePort(), dataDir, env });
      onEnd(service.stop);
    }
    await client.connect();
    onEnd(() => client.end());
    await sleep(SETTLED_MS);
    const before = await commits();
    await sleep(WATCHED_S * 1_000);
    const figure = ((await commits()) - before) / WATCHED_S;
    return { figure, note: `${COPIES} copies over ${WATCHED_S} s` };
  },
};
