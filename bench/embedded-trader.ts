import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../apps/api/src/db/embedded.ts';
import { runStatements } from '../apps/api/test/helpers/run-statements.ts';
import { HEAVY_TRADES, makeTrader, tradeStatements } from './heavy-user.ts';

const LOOK_EVERY_MS = 10;

/**
 * An embedded database with a trader of a million trades, and one of 900. To be called while no service runs.
 *
 * @param heavyTrades 0 where the other is enough, and a minute is to be saved
 */
export async function makeEmbeddedTraders(
  dataDir: string,
  heavyTrades = HEAVY_TRADES,
): Promise<void> {
  for (const username of ['heavy', 'normal']) await makeTrader({ dataDir }, username);
  await load(dataDir, heavyTrades);
}

/** Loads without the indexes, which are made again as they were. */
async function load(dataDir: string, heavyTrades: number): Promise<void> {
  const { db, close } = await openEmbedded(dataDir, {
    pid: process.pid,
    started_at: new Date().toISOString(),
    address: 'a benchmark',
  });
  try {
    const indexes = await runStatements<{ indexname: string; indexdef: string }>(db, [
      `select indexname, indexdef from pg_indexes where tablename = 'trades' and indexname <> 'trades_pkey'`,
    ]);
    await runStatements(db, [
      ...indexes.map(({ indexname }) => `drop index ${indexname}`),
      ...tradeStatements(heavyTrades, 0),
      ...indexes.map(({ indexdef }) => indexdef),
      'vacuum analyze trades',
    ]);
  } finally {
    await close();
  }
}

/** Asks for /healthz again and again while something is under way. @returns how long each answer took */
export async function lookOn<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ result: T; waits: number[] }> {
  const waits: number[] = [];
  let over = false;
  const looking = (async () => {
    while (!over) {
      const startedAt = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      waits.push(performance.now() - startedAt);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  const result = await work();
  over = true;
  await looking;
  return { result, waits };
}
