import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { fromRoot } from '../tools/root.ts';
import { startService } from '../tools/service.ts';
import { BUILT_SERVICE, ensureService } from '../tools/service-build.ts';
import { ensureSite } from '../tools/site.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { residentMib } from './load/resident-memory.ts';

/** What a start leaves behind is given back meanwhile, and every job has had its turn. */
const REST_MS = 30_000;
const STARTS = 3;

/**
 * What a copy of the service takes while nobody uses it, as it runs in production: from the built files, on
 * PostgreSQL, with the whole site.
 */
export const benchmark: Benchmark = {
  name: 'service.memory',
  title: 'resident memory of a built copy on PostgreSQL at rest',
  unit: 'MB',
  bar: { of: 'figure', op: '<=', value: 200 },
  async run(context) {
    await ensureSite(context.say);
    await ensureService(context.say);
    const postgres = await startPostgres({ socket: true });
    context.onEnd(postgres.stop);
    const built = await measure(context, postgres.url, BUILT_SERVICE);
    const source = await measure(context, postgres.url, [fromRoot('apps/api/src/server.ts')]);
    return {
      figure: built.megabytes,
      denominator: { value: source.megabytes, what: 'the same from its sources' },
      ratio: built.megabytes / source.megabytes,
      note: `after ${REST_MS / 1_000} s; ready ${built.seconds.toFixed(1)} s after its start, and ${source.seconds.toFixed(1)} s from its sources, the best of ${STARTS} each`,
    };
  },
};

async function measure(
  { folder, say }: BenchContext,
  databaseUrl: string,
  program: readonly string[],
): Promise<{ megabytes: number; seconds: number }> {
  await emptied(databaseUrl);
  const seconds: number[] = [];
  for (let start = 1; ; start += 1) {
    const startedAt = performance.now();
    const service = await startService({
      port: await freePort(),
      dataDir: folder,
      program,
      env: { ...PRODUCTION, DATABASE_URL: databaseUrl },
    });
    seconds.push((performance.now() - startedAt) / 1_000);
    try {
      if (start < STARTS) continue;
      await sleep(REST_MS);
      const megabytes = residentMib(service.pid) * 1.048_576;
      say(
        `${program.at(-1)}: ${megabytes.toFixed(0)} MB, ready in ${Math.min(...seconds).toFixed(2)} s`,
      );
      return { megabytes, seconds: Math.min(...seconds) };
    } finally {
      await service.stop();
    }
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://quorate.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PADDLE_ENVIRONMENT: 'off',
  SECRET_KEY: randomBytes(32).toString('base64'),
};

async function emptied(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}
