import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { instant } from '@quorate/values/instant';
import { DEFAULT_LIMITS } from '../apps/api/src/config/limits.ts';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { createRunner } from '../apps/api/src/features/hosted/create-runner.ts';
import { createPracticePrices } from '../apps/api/src/features/hosted/price-sources.ts';
import { offlinePanel } from '../apps/api/src/models/offline-panel.ts';

// A process of its own, with `--expose-gc`: takes all hosted accounts of a database, and prints how many KiB each
// keeps. The address of the database, the moment of the accounts' newest bar, and how many they are.
const [url = '', at = '', accounts = ''] = process.argv.slice(2);
const MINUTE_MS = 60_000;
/** Whatever was begun by taking them has ended by then. */
const SETTLED_MS = 5_000;

const offset = Number(at) + MINUTE_MS - Date.now();
const clock = { now: () => instant(Date.now() + offset) };
const database = await connectPostgres(url);
const prices = createPracticePrices();
prices.advance(clock.now());
const before = bytesInUse();
const runner = createRunner({
  db: database.db,
  clock,
  prices: [prices],
  panel: offlinePanel,
  brand: DEFAULT_BRAND,
  publicUrl: 'http://localhost:3000',
  limits: DEFAULT_LIMITS,
  log: {
    debug() {},
    error(_fields, message) {
      throw new Error(message);
    },
  },
});
while (runner.held() < Number(accounts)) await sleep(20);
await sleep(SETTLED_MS);
process.stdout.write(`${((bytesInUse() - before) / 1_024 / Number(accounts)).toFixed(1)}\n`);
await runner.stop();
await database.close();

/** Once collected, some of it is only ready to be collected. */
function bytesInUse(): number {
  if (!globalThis.gc) throw new Error('start it with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
