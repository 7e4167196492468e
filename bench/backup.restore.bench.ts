import { statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyBackup } from '../apps/api/src/commands/backup/read-backup.ts';
import { restoreBackup } from '../apps/api/src/commands/backup/restore-backup.ts';
import { writeBackup } from '../apps/api/src/commands/backup/write-backup.ts';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';
import { HEAVY_TRADES, loadPostgres, makeTrader } from './heavy-user.ts';

/** BENCH_TRADES makes it smaller. */
const TRADES = Number(process.env.BENCH_TRADES ?? HEAVY_TRADES);
const MEGABYTE = 1_048_576;

/**
 * A million trades backed up, and restored with every index, reference and hash: how many rows a second
 * come back, and how much memory that takes.
 */
export const benchmark: Benchmark = {
  name: 'backup.restore',
  title: `${TRADES} trades backed up, wiped and restored, rows a second of the restore`,
  unit: 'rows/s',
  bar: { of: 'figure', op: '>=', value: 5_000 },
  async run({ folder, say, onEnd }) {
    const postgres = await startPostgres({ fsync: true, sharedBuffers: '1GB' });
    onEnd(postgres.stop);
    const storage = { dataDir: join(folder, 'data'), databaseUrl: postgres.url };
    for (const username of ['heavy', 'normal']) await makeTrader(storage, username);
    await loadPostgres(postgres.url, { heavyTrades: TRADES, others: 0 }, say);
    const database = await connectPostgres(postgres.url);
    onEnd(database.close);
    const deps = { database, clock: systemClock, say };
    const memory = watchMemory();
    onEnd(memory.stop);

    const file = join(folder, 'backup');
    const wroteAt = performance.now();
    const { rows } = await writeBackup(deps, file, null);
    const writeSeconds = (performance.now() - wroteAt) / 1_000;
    const megabytes = statSync(file).size / MEGABYTE;
    say(`${rows} rows in ${megabytes.toFixed(1)} MB after ${writeSeconds.toFixed(1)} s`);
    const readAt = performance.now();
    const before = await verifyBackup(file);
    const readSeconds = (performance.now() - readAt) / 1_000;
    const restoredAt = performance.now();
    await restoreBackup({ ...deps, db: database.db }, file, { replace: true, key: null });
    const seconds = (performance.now() - restoredAt) / 1_000;
    const again = join(folder, 'again');
    await writeBackup(deps, again, null);
    const after = await verifyBackup(again);
    if (after.foot.rows !== before.foot.rows) throw new Error('not every row came back');
    return {
      figure: rows / seconds,
      note: `written at ${(rows / writeSeconds).toFixed(0)} rows/s into ${megabytes.toFixed(1)} MB (${(megabytes / writeSeconds).toFixed(1)} MB/s), read and hashed at ${(rows / readSeconds).toFixed(0)} rows/s, restored with all hashes compared in ${seconds.toFixed(1)} s; memory grew by ${memory.grownMegabytes()} MB at most`,
    };
  },
};

function watchMemory() {
  const first = process.memoryUsage.rss();
  let most = first;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  return {
    stop: () => clearInterval(timer),
    grownMegabytes: () => Math.round((most - first) / MEGABYTE),
  };
}
