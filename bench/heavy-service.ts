import { join } from 'node:path';
import { storageVariables } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { BenchContext } from './benchmark.ts';
import { HEAVY_TRADES, loadPostgres, makeTrader, signInTrader } from './heavy-user.ts';

/** Trades in the whole table, a million of them one user's. BENCH_TRADES makes it smaller. */
export const ALL_TRADES = Number(process.env.BENCH_TRADES ?? 10_000_000);

/** A service on a PostgreSQL with a heavy user, a normal one and many others, the sums made. */
export async function startHeavyService({ folder, say, onEnd }: BenchContext) {
  const url = process.env.BENCH_DATABASE_URL ?? (await loaded(folder, say, onEnd));
  const storage = { dataDir: join(folder, 'data'), databaseUrl: url };
  const service = await startService({
    port: await freePort(),
    dataDir: storage.dataDir,
    env: storageVariables(storage),
  });
  onEnd(service.stop);
  const heavy = await signInTrader(service.url, 'heavy');
  const normal = await signInTrader(service.url, 'normal');
  const startedAt = performance.now();
  await heavy.get('/api/user/success-rate');
  await heavy.get(`/api/bot/trade-statistics/${heavy.userId}`);
  say(`sums are there after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return { heavy, normal };
}

async function loaded(
  folder: string,
  say: BenchContext['say'],
  onEnd: BenchContext['onEnd'],
): Promise<string> {
  const postgres = await startPostgres({ fsync: true, sharedBuffers: '2GB' });
  onEnd(postgres.stop);
  const storage = { dataDir: join(folder, 'data'), databaseUrl: postgres.url };
  for (const username of ['heavy', 'normal']) await makeTrader(storage, username);
  const others = Math.max(0, Math.floor((ALL_TRADES - HEAVY_TRADES) / 900));
  await loadPostgres(postgres.url, { heavyTrades: HEAVY_TRADES, others }, say);
  return postgres.url;
}
